import { landingDesktop, landingMobile } from '../designs/landing-page.ts'
import { picture, point, type ReviewScript, region } from '../review-script.ts'
import { client, ines, jonas, mara } from '../studio.ts'

const lou = client('Lou Fenwick (Pebble)')
const nadia = client('Nadia Karim (Pebble)')

export const pebblePage = (): ReviewScript => ({
  name: 'Pebble – landing page',
  description: 'One page for the spring launch, on a desktop and on a phone.',
  visibility: 'UNLISTED',
  works: [landingDesktop(), landingMobile()].map(picture),
  threads: [
    {
      work: 0,
      place: region(84, 226, 480, 272),
      by: lou,
      says: 'This is the sentence we’ve been looking for since autumn. It goes on the box too.',
      replies: [[mara, 'I send you the drawn letters as a file, so that the printer has no font to mix up.']],
    },
    {
      work: 0,
      place: point(203, 638),
      by: nadia,
      says: 'Is 129 with tax? In the shop we always show it included.',
      replies: [[jonas, 'Included. “129, tax and postage included” goes under the button.']],
    },
    {
      work: 0,
      place: point(1062, 76),
      by: nadia,
      says: 'The journal is still empty. Hide it until June?',
      replies: [[lou, 'Two articles are written, they go online on the 1st. It can stay.']],
      isResolved: true,
    },
    {
      work: 0,
      place: region(186, 1000, 220, 192),
      by: lou,
      says: 'The last lab test gave 46 hours. “Two nights” would be true in any weather.',
    },
    {
      work: 0,
      place: point(1146, 1130),
      by: ines,
      says: 'It floats! Could this drawing move a little when the page scrolls by? And keep still for people who prefer reduced motion.',
    },
    {
      work: 0,
      place: region(890, 1936, 140, 80),
      by: nadia,
      says: 'The cell is the wrong way round: in the lamp plus is on the right.',
      replies: [[mara, 'Turned. Thank you for looking this closely.']],
    },
    {
      work: 0,
      place: region(1080, 2200, 360, 360),
      by: lou,
      says: 'Night will not be ready for spring. Please show Sand here, the swatch is in the post.',
    },
    {
      work: 1,
      place: region(24, 636, 342, 56),
      by: ines,
      says: 'On a 667 px high phone this ends just below the fold. With 40 px less sky it would be seen at once.',
      replies: [[jonas, 'Done for short screens, the tall ones keep the sky.']],
    },
    {
      work: 1,
      place: point(195, 470),
      by: lou,
      says: 'I tried to dim it with my thumb. Everyone will. Can it?',
    },
  ],
})
