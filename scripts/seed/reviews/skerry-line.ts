import { ferryApplicationsBoard, ferryColourBoard, ferryMarkBoard } from '../designs/ferry-boards.ts'
import { picture, point, type ReviewScript, region } from '../review-script.ts'
import { client, ines, jonas, mara } from '../studio.ts'

const ingrid = client('Ingrid Solem (Skerry Line)')
const per = client('Per Aune (Skerry Line)')

export const skerryLine = (): ReviewScript => ({
  name: 'Skerry Line – brand identity',
  description: 'Mark, colour and first applications for the island ferries. Round 2.',
  visibility: 'UNLISTED',
  works: [ferryMarkBoard(), ferryColourBoard(), ferryApplicationsBoard()].map(picture),
  threads: [
    {
      work: 0,
      place: point(438, 418),
      by: ingrid,
      says: 'Sun above, hull below: I showed it to my mother without saying anything and she said “a boat”. Please do not touch it again.',
      replies: [[mara, 'Then it stays exactly like this.']],
    },
    {
      work: 0,
      place: region(56, 880, 740, 170),
      by: per,
      says: 'Next to the mark the name feels a touch heavy. Could we try one weight lighter for the signs?',
      replies: [
        [
          jonas,
          'Lighter breaks up on the pier signs at 40 metres. I will put both on the sign mock-up so that you can compare.',
        ],
        [per, 'Fair. Compare first, decide then.'],
      ],
    },
    {
      work: 0,
      place: region(1000, 950, 300, 250),
      by: ines,
      says: 'White on this orange is 2.8 : 1. Fine for a flag, not for a button.',
      replies: [[mara, 'Agreed: flags and stickers only. It is in the rules now.']],
      isResolved: true,
    },
    {
      work: 0,
      place: point(1275, 345),
      by: per,
      says: 'Can the sign makers have this grid as a drawing with measures? They still cut by hand.',
    },
    {
      work: 1,
      place: point(826, 262),
      by: ingrid,
      says: 'Our life vests are a very similar orange. Can we see both in one photo before we sign this off?',
      replies: [[mara, 'Good catch. Send us one vest and we photograph it next to the printed swatch.']],
    },
    {
      work: 1,
      place: region(1000, 600, 600, 600),
      by: per,
      says: 'Seat covers?',
      replies: [
        [ingrid, 'Seat covers!'],
        [jonas, 'Woven, four colours at most. I’ll ask the mill for a sample width.'],
      ],
    },
    {
      work: 1,
      place: point(512, 1040),
      by: ingrid,
      says: 'Thank you for the colon. The old timetables had a point here and visitors read them as prices.',
    },
    {
      work: 2,
      place: region(486, 872, 180, 180),
      by: per,
      says: 'The readers on the ramp want four modules of white around the code. On the right it is three.',
      replies: [[jonas, 'Moving the perforation 2 mm to the left, then both sides have four.']],
    },
    {
      work: 2,
      place: point(694, 350),
      by: ingrid,
      says: 'If the funnel could be white we would save repainting two ships this winter.',
    },
    {
      work: 2,
      place: point(1284, 1096),
      by: ines,
      says: 'Orange means boarding in the first row and late in the last one. Late needs a sign of its own, not only a colour.',
      replies: [[mara, 'Yes. A clock before the minutes, and orange stays with boarding.']],
    },
    {
      work: 2,
      by: ingrid,
      says: 'We took all three boards to the council on Tuesday. Nine of eleven want to start with the ships, then the website. Dates to follow this week.',
      replies: [[mara, 'Lovely news. Then we draw the hull of the smallest ship first.']],
    },
  ],
})
