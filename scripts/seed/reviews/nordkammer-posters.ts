import { posterSeries } from '../designs/posters.ts'
import { picture, point, type ReviewScript, region } from '../review-script.ts'
import { client, ines, mara } from '../studio.ts'

const henrik = client('Henrik Vaal (Nordkammer)')
const suvi = client('Suvi Lehto (Nordkammer)')

export const nordkammerPosters = (): ReviewScript => ({
  name: 'Nordkammer – season posters',
  description:
    'Four concerts, four posters: strings, winds, percussion and voices. For tram stops and the hall.',
  visibility: 'PUBLIC',
  works: posterSeries().map(picture),
  threads: [
    {
      work: 0,
      place: point(1002, 686),
      by: henrik,
      says: 'Fundamental, octave, twelfth, double octave. The quartet saw it within a second and has not stopped grinning.',
    },
    {
      work: 0,
      place: region(800, 1360, 180, 176),
      by: suvi,
      says: 'The g nearly touches the rule. On purpose?',
      replies: [
        [
          ines,
          'Half. In print the rule moves down 3 mm on all four posters, so that the titles still share one line.',
        ],
        [suvi, 'Perfect.'],
      ],
      isResolved: true,
    },
    {
      work: 1,
      place: point(1056, 1150),
      by: henrik,
      says: 'I hear it blow from here to the upper left. Is the bassoon the big one in the corner?',
      replies: [[mara, 'It is now.']],
    },
    {
      work: 2,
      place: region(480, 1552, 240, 84),
      by: suvi,
      says: 'The composer asks for the plural: three flower pots, and they are tuned.',
    },
    {
      work: 2,
      place: region(64, 150, 268, 134),
      by: ines,
      says: 'Two white arcs side by side read as one big gate. I like it, but it is the only place where two tiles grow together.',
      replies: [[mara, 'Keep it. A rest has to be somewhere.']],
    },
    {
      work: 3,
      place: point(243, 820),
      by: suvi,
      says: 'Our alto recognised herself here before anyone told her.',
    },
    {
      work: 3,
      by: henrik,
      says: 'All four approved for print. Tram stops first, the hall two weeks later. Thank you, our season has never looked better.',
      replies: [[mara, 'Off to the printer on Monday. We’ll bring the first sheets over ourselves.']],
    },
  ],
})
