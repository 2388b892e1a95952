import { brochureSize, weatherBrochure } from '../designs/brochure.ts'
import { point, type ReviewScript, region } from '../review-script.ts'
import { client, ines, jonas, mara } from '../studio.ts'

const vesna = client('Vesna Pahl (Museum of Weather)')
const tom = client('Tom Adeyemi (Museum of Weather)')

export const brochureReview = (): ReviewScript => ({
  name: 'Museum of Weather – visitor guide',
  description: 'Six pages, A5, for the front desk. Goes to print on Friday.',
  visibility: 'UNLISTED',
  works: [
    { name: 'Visitor guide.pdf', mime: 'application/pdf', ...brochureSize, content: weatherBrochure() },
  ],
  threads: [
    {
      work: 0,
      place: region(30, 36, 86, 24, 1),
      by: vesna,
      says: 'Lines of pressure run through these words. On the proof they were hard to read.',
      replies: [[jonas, 'The lines will stop 4 mm before the type, on both sides.']],
    },
    {
      work: 0,
      place: point(262, 214, 1),
      by: tom,
      says: '1032 is the highest we’ve ever measured here, on a 23rd of January. Well chosen.',
    },
    {
      work: 0,
      place: point(264, 386, 2),
      by: tom,
      says: 'The needle covers the 1020. Let it point to 1013, then it is also the average of the town.',
    },
    {
      work: 0,
      place: region(164, 214, 100, 126, 3),
      by: vesna,
      says: 'The dotted way leaves out the wind dome. That is the room people travel for!',
      replies: [
        [mara, 'True, and room 6 as well. The way will go 1, 2, 3, 5, 4, 6 and end in the café.'],
        [vesna, 'Much better.'],
      ],
    },
    {
      work: 0,
      place: point(70, 424, 3),
      by: tom,
      says: 'Nobody can start through the café any more. The entrance is at room 1, on the left.',
    },
    {
      work: 0,
      place: point(272, 203, 4),
      by: vesna,
      says: 'Please print the year as well. People will look for it on the axis, and for the year they were born.',
    },
    {
      work: 0,
      place: region(32, 472, 258, 76, 4),
      by: tom,
      says: 'It is the tallest bars that are above your head, not the last ones.',
      replies: [[ines, 'Corrected, also in the German text.']],
      isResolved: true,
    },
    {
      work: 0,
      place: region(62, 208, 70, 22, 5),
      by: vesna,
      says: 'In 2026 the equinox is on the 20th. We of all museums should know.',
    },
    {
      work: 0,
      place: point(330, 310, 6),
      by: tom,
      says: 'Who decides what a rainy day is?',
      replies: [
        [vesna, 'The gauge on the roof, at nine in the morning. More than half a millimetre counts.'],
        [mara, 'May we print exactly that? It is the best line in the whole guide.'],
      ],
    },
  ],
})
