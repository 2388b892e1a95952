import type { Person } from './studio.ts'

export type Profile = { location: string; designation: string; experience: string; skills: string[] }
/** Somebody outside of the studio, with one work that everybody may see. */
export type Neighbour = Profile & { person: Person; work: string }

const of = (name: string): Person => ({
  name: `${name} (demo)`,
  email: `${name.split(' ')[0]?.toLowerCase()}.demo@example.com`,
})

/** As made up as the studio. */
export const neighbours: readonly Neighbour[] = [
  {
    person: of('Tove Brandal'),
    location: 'Bergen',
    designation: 'Illustrator',
    experience: 'Covers and murals for made-up bookshops.',
    skills: ['Illustration', 'Murals', 'Branding'],
    work: 'Harbour mural, three colours',
  },
  {
    person: of('Kwame Adusei'),
    location: 'Accra',
    designation: 'Type designer',
    experience: 'Two made-up type families and their signs.',
    skills: ['Typography', 'Signage', 'Branding'],
    work: 'Letters for a night market',
  },
  {
    person: of('Lucia Ferrante'),
    location: 'Bologna',
    designation: 'Packaging designer',
    experience: 'Boxes for made-up pasta, soap and tea.',
    skills: ['Packaging', 'Print', 'Illustration'],
    work: 'Tea in five boxes',
  },
  {
    person: of('Noor Haddad'),
    location: 'Amman',
    designation: 'Product designer',
    experience: 'Forms and maps for made-up cities.',
    skills: ['Product design', 'Accessibility', 'Figma'],
    work: 'A bus map that reads aloud',
  },
  {
    person: of('Piotr Zawada'),
    location: 'Gdynia',
    designation: 'Motion designer',
    experience: 'Titles for made-up films about the sea.',
    skills: ['Motion', 'Animation', 'Sound'],
    work: 'Frames of a title sequence',
  },
  {
    person: of('Hana Okabe'),
    location: 'Sapporo',
    designation: 'Exhibition designer',
    experience: 'Rooms and labels for made-up museums.',
    skills: ['Exhibition', 'Signage', 'Typography'],
    work: 'Signs for a snow museum',
  },
  {
    person: of('Elio Santos'),
    location: 'Porto',
    designation: 'Web designer',
    experience: 'Shops and festivals that do not exist.',
    skills: ['Web design', 'Figma', 'Prototyping'],
    work: 'Tiles for a ticket shop',
  },
  {
    person: of('Greta Molnar'),
    location: 'Pécs',
    designation: 'Photographer',
    experience: 'Still lifes for made-up menus.',
    skills: ['Photography', 'Retouching', 'Print'],
    work: 'Contact sheet, abstracted',
  },
  {
    person: of('Ravi Menon'),
    location: 'Kochi',
    designation: 'Brand designer',
    experience: 'Marks for made-up ferries and bakeries.',
    skills: ['Branding', 'Packaging', 'Motion'],
    work: 'Pattern of a bakery',
  },
]
