import { canShelf, canWrap } from '../designs/can-label.ts'
import { picture, point, type ReviewScript, region } from '../review-script.ts'
import { ines, jonas, mara } from '../studio.ts'

export const brackCan = (): ReviewScript => ({
  name: 'Brack – can label (studio only)',
  description: 'Third round, before the client sees it.',
  visibility: 'PRIVATE',
  works: [canShelf(), canWrap()].map(picture),
  threads: [
    {
      work: 0,
      place: point(421, 605),
      by: jonas,
      says: 'Rhubarb has no segments. It needs a drawing of its own: three stalks, cut?',
      replies: [
        [mara, 'Cut stalks seen from the end: rings with a fine edge. Keeps the circles.'],
        [ines, 'That would be lovely, and thyme as small dots instead of the bubbles.'],
      ],
    },
    {
      work: 0,
      place: region(614, 806, 372, 92),
      by: ines,
      says: 'The tide line is what holds the three together. Same height on all of them, also on the 25 cl.',
    },
    {
      work: 1,
      place: region(1668, 184, 232, 232),
      by: jonas,
      says: 'The slice runs under the overlap. On the can its right quarter will be hidden.',
      replies: [[mara, 'Moving it 90 px to the left.']],
      isResolved: true,
    },
    {
      work: 1,
      place: region(152, 446, 396, 290),
      by: ines,
      says: '“Of which sugars” is indented by law, and the type has to be at least 1.2 mm high. We are at 1.25.',
    },
    {
      work: 1,
      place: point(1000, 1038),
      by: jonas,
      says: '“No sugar added” with lime juice in it: allowed, but then “contains natural sugars” has to stand next to it.',
      replies: [[mara, 'I’ll ask the client’s lab for the exact wording.']],
    },
  ],
})
