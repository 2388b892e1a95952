import { energyFlow, energyScreens } from '../designs/energy-app.ts'
import { picture, point, type ReviewScript, region } from '../review-script.ts'
import { client, ines, jonas, mara } from '../studio.ts'

const theo = client('Theo Brandt (Kilo)')
const amira = client('Amira Haddad (Kilo)')

export const kiloApp = (): ReviewScript => ({
  name: 'Kilo – home energy app',
  description:
    'From the first start to the first saved kilowatt-hour. Four screens and how they follow each other.',
  visibility: 'UNLISTED',
  works: [energyFlow(), ...energyScreens()].map(picture),
  threads: [
    {
      work: 0,
      place: point(551, 742),
      by: amira,
      says: 'Between 1 and 2 the meter is paired, which really takes up to two minutes. We need a screen for the wait.',
      replies: [
        [
          mara,
          'Drawn as 1b, you get it on Thursday: progress first, then something worth reading about the tariff.',
        ],
      ],
    },
    {
      work: 0,
      place: region(1560, 330, 390, 810),
      by: theo,
      says: 'Does this one need an account? In two countries we may only show prices after a contract.',
      replies: [
        [jonas, 'Without a contract it shows yesterday’s prices and says so in the line under the title.'],
      ],
    },
    {
      work: 1,
      place: region(26, 582, 300, 98),
      by: theo,
      says: 'The headline is great. Legal asks whether “every watt” promises too much to homes without solar.',
      replies: [
        [mara, 'What worries them, the word “every”?'],
        [theo, 'Yes. Circuits without a sensor are estimated.'],
        [jonas, '“Know where your power goes”: same length, no promise.'],
        [amira, 'It loses the rhythm. I would rather keep ours and explain on the website.'],
        [ines, 'But no asterisk in an app headline, please. Screen readers read it aloud.'],
        [theo, 'Just heard from legal: “Know where the watts go” is fine.'],
        [mara, 'That sets even better, the second line gets shorter. Changing it everywhere.'],
        [amira, 'Happy with that!'],
      ],
    },
    {
      work: 1,
      place: point(195, 811),
      by: ines,
      says: 'This link is 20 px high. Make it 44, there is room below the button.',
    },
    {
      work: 2,
      place: point(308, 361),
      by: theo,
      says: 'Our largest houses peak at 11 kW with a car. What happens to the ring then?',
      replies: [
        [
          jonas,
          'The scale steps 6, 12, 24 and keeps the highest of the month, so that it does not jump about.',
        ],
      ],
      isResolved: true,
    },
    {
      work: 2,
      place: region(24, 532, 342, 92),
      by: amira,
      says: 'This card is why people will open the app in the morning. Could it stand above the three tiles?',
      replies: [
        [
          mara,
          'I tried: the ring then has no legend under it. I will test both orders with five people next week.',
        ],
        [amira, 'Great, may I listen in?'],
      ],
    },
    {
      work: 2,
      place: point(168, 474),
      by: theo,
      says: '86 % of what? Full, or health of the battery? Support gets this question every day.',
    },
    {
      work: 3,
      place: point(322, 329),
      by: theo,
      says: 'Is this the average of this week or of the year?',
      replies: [[jonas, 'Of this week. I will write it out: “14.1 a day”.']],
    },
    {
      work: 3,
      place: region(252, 70, 114, 40),
      by: amira,
      says: 'Please remember the last choice. I am a EUR person and have to switch each time in the old app.',
      isResolved: true,
    },
    {
      work: 4,
      place: point(238, 392),
      by: amira,
      says: 'My parents read this as a kitchen timer. Would the hours help on the outside of the ring?',
    },
    {
      work: 4,
      place: region(36, 268, 92, 112),
      by: ines,
      says: 'Red and amber look the same to one man in twelve. The length helps: make it the main signal, with the colour as an extra.',
      replies: [[jonas, 'Doubling the difference in length. Cheap hours become clearly shorter.']],
    },
  ],
})
