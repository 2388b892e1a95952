/** From a file to an answer. */
export const reviewSteps = [
  {
    title: 'Publish',
    text: 'Drop images and PDFs of up to 500 MB on the page. If the line breaks, the upload goes on where it stopped.',
  },
  {
    title: 'Send one link',
    text: 'You say whether people may look, comment or edit, whether it needs a key, and when it ends.',
  },
  {
    title: 'Read what they mean',
    text: 'Each comment has its pin or its region. They arrive as they are written, and are resolved one by one.',
  },
] as const
