import type { Builder, Part, Version } from './tree.ts'

const times = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at))
const stack = (b: Builder, kids: Part[]) => b.part('section', 'stack', kids)

const sections: Record<string, (b: Builder) => Part> = {
  hero: (b) =>
    b.part('section', 'hero row', [
      b.part('div', 'stack grow', [
        b.words('h1', '', 4, 7),
        b.words('p', 'lead', 14, 26),
        b.part('div', 'row', [b.button('Get started'), b.button('Learn more', 'ghost')]),
      ]),
      b.photo('tall grow'),
    ]),
  features: (b) => {
    const same = b.random.chance(0.5) ? b.random.int(0, 11) : undefined
    const card = () =>
      b.part('div', 'card stack', [
        b.icon(same),
        b.words('h3', '', 2, 4),
        b.words('p', '', 10, 22),
        b.button('Read more', 'link'),
      ])
    return stack(b, [b.words('h2', '', 2, 5), b.part('div', 'grid g3', times(b.random.pick([3, 6]), card))])
  },
  products: (b) => {
    const same = b.random.chance(0.3) ? b.random.int(0, 39) : undefined
    const card = () =>
      b.part('div', 'card stack tight', [
        b.photo('square', same),
        b.words('h4', '', 2, 4),
        b.price(),
        b.button('Add to cart', 'wide'),
      ])
    return stack(b, [
      b.words('h2', '', 2, 4),
      b.part('div', 'grid g4', times(b.random.pick([4, 8, 12]), card)),
    ])
  },
  gallery: (b) =>
    b.part(
      'section',
      'grid g3',
      times(b.random.pick([3, 6]), () => b.photo('wide43')),
    ),
  split: (b) => {
    const text = b.part('div', 'stack grow', [
      b.words('h2', '', 3, 6),
      b.words('p', '', 24, 50),
      b.words('p', '', 20, 44),
      b.button('See how'),
    ])
    return b.part('section', 'row', b.random.some([b.photo('wide43 grow'), text], 2))
  },
  quote: (b) =>
    b.part('section', 'tint stack mid', [b.words('h2', 'quote', 10, 18), b.words('span', 'small', 2, 3)]),
  prices: (b) => {
    const offers = ['15 GB of storage', 'Unlimited reviews', 'Tag freely in threads', 'Ten messages a day']
    const offer = (text: string) => b.part('div', 'row tight', [b.icon(3), b.plain('span', '', text)])
    const card = (name: string) =>
      b.part('div', 'card stack', [
        ...[b.plain('h3', '', name), b.price()],
        ...[...offers.map(offer), b.button('Choose plan', 'wide')],
      ])
    return b.part('section', 'grid g3', ['Free', 'Pilot', 'Commander'].map(card))
  },
  questions: (b) => {
    const line = () => b.part('div', 'line row', [b.words('b', 'grow', 4, 9), b.icon(5)])
    return stack(b, [b.words('h2', '', 2, 3), ...times(b.random.int(4, 7), line)])
  },
  table: (b) => {
    const head = ['Name', 'Owner', 'State', 'Amount'].map((text) => b.plain('span', '', text))
    const tag = () =>
      b.part('span', `tag ${b.random.pick(['ok', 'warn'])}`, [], {
        ...{ text: b.random.pick(['Open', 'Paid', 'Late']), leaf: 'button' },
      })
    const row = () =>
      b.part('div', 'tr', [b.words('span', '', 2, 3), b.words('span', '', 1, 2), tag(), b.price()])
    return b.part('section', 'card', [b.part('div', 'tr head', head), ...times(b.random.int(8, 16), row)])
  },
  stats: (b) => {
    const number = () => b.plain('b', 'big', `${b.random.int(2, 98)}.${b.random.int(0, 9)} %`)
    const card = () =>
      b.part('div', 'card stack tight', [b.words('span', 'small', 1, 2), number(), b.chart('chart')])
    return b.part('section', 'grid g4', times(4, card))
  },
  chart: (b) => b.part('section', 'card stack', [b.words('h3', '', 2, 4), b.chart('chart tallchart')]),
  prose: (b) =>
    b.part('section', 'prose stack', [
      b.words('h2', '', 3, 6),
      ...times(b.random.int(3, 6), () => b.words('p', '', 30, 70)),
    ]),
  list: (b) => {
    const text = () =>
      b.part('div', 'stack tight grow', [b.words('b', '', 2, 4), b.words('span', 'small', 3, 7)])
    const row = () => b.part('div', 'line row', [b.photo('thumb'), text(), b.icon(7)])
    return b.part('section', 'stack tight', times(b.random.int(6, 11), row))
  },
}

const sectionOf = (b: Builder, name: string): Part => sections[name]?.(b) ?? stack(b, [])
export const anySection = (b: Builder): Part => sectionOf(b, b.random.pick(Object.keys(sections)))

type Shape = { widths: number[]; of: string[]; count: [number, number] }
const landing = ['hero', 'features', 'split', 'products', 'quote', 'gallery', 'prices', 'questions']
const shapes: Record<string, Shape> = {
  landing: { widths: [1440, 1440, 1280, 1920], of: landing, count: [5, 7] },
  shop: {
    widths: [1440, 1280],
    of: ['products', 'products', 'split', 'gallery', 'questions'],
    count: [3, 4],
  },
  dashboard: { widths: [1440, 1600], of: ['stats', 'chart', 'table', 'table', 'features'], count: [3, 5] },
  article: { widths: [1200, 1440], of: ['prose', 'prose', 'split', 'gallery', 'quote'], count: [4, 6] },
  mobile: {
    widths: [390, 430],
    of: ['hero', 'list', 'products', 'quote', 'stats', 'questions'],
    count: [3, 4],
  },
}

function header(b: Builder): Part {
  const links = ['Work', 'Prices', 'Journal', 'About'].map((text) => b.plain('span', '', text))
  const buttons = [b.button('Sign in', 'ghost'), b.button('Start')]
  return b.part('header', 'bar', [
    b.icon(),
    b.words('b', 'logo', 1, 1),
    b.part('nav', 'row', links),
    ...buttons,
  ])
}

function footer(b: Builder): Part {
  const column = () =>
    b.part('div', 'stack', [b.words('h4', '', 1, 2), ...times(4, () => b.words('span', 'small', 1, 3))])
  return b.part('footer', 'foot grid g4', times(4, column))
}

export function makePage(b: Builder): Version {
  const name = b.random.pick(['landing', 'landing', 'shop', 'dashboard', 'article', 'mobile'])
  const { widths, of, count } = shapes[name] as Shape
  const middle = times(b.random.int(...count), () => sectionOf(b, b.random.pick(of)))
  const width = b.random.pick(widths)
  const theme = b.random.chance(0.85) ? 'light' : 'dark'
  const root = b.part('main', name, [header(b), ...middle, footer(b)])
  return { width, root, theme, font: b.random.int(0, 5), scale: width < 500 ? 2 : 1 }
}
