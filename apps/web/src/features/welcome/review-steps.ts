import publishDark from '#web/features/welcome/steps/publish-dark.webp'
import publishLight from '#web/features/welcome/steps/publish-light.webp'
import readDark from '#web/features/welcome/steps/read-dark.webp'
import readLight from '#web/features/welcome/steps/read-light.webp'
import sendDark from '#web/features/welcome/steps/send-dark.webp'
import sendLight from '#web/features/welcome/steps/send-light.webp'

/** From a file to feedback. */
export const reviewSteps = [
  {
    title: 'Publish',
    picture: { light: publishLight, dark: publishDark, alt: 'Four posters, each uploaded' },
    text: 'Drop images and PDFs of up to 500 MB on the page. Lost connection? The upload resumes where it stopped.',
  },
  {
    title: 'Send one link',
    picture: {
      ...{ light: sendLight, dark: sendDark },
      alt: 'What people with the link can do, whether it needs a key, and when it expires',
    },
    text: 'You decide whether people can view, comment or edit, whether it needs a key, and when it expires.',
  },
  {
    title: 'See what they mean',
    picture: { light: readLight, dark: readDark, alt: 'A design with its pins, and the comments beside it' },
    text: 'Each comment has a pin or a region. Comments appear live, and you resolve them one by one.',
  },
] as const
