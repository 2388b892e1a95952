import type { Topic } from '#web/features/help/topic'

export const rounds: Topic = {
  slug: 'rounds',
  title: 'Rounds: ask for decisions',
  summary: 'Get an approval that names the version it was made on.',
  sections: [
    {
      steps: [
        'Open the review and press `S`, or click “Start a round” in its bar. On a phone, it’s in the menu above the comments.',
        'Choose the due date and time zone, and write what people should look at.',
        'Name reviewers: members of the review, or people by email. If you name no one, anyone who can comment can decide, including people who come by a link with “May decide” on.',
        'Choose whose approval it takes: a number of people, all reviewers, or the ones you pick.',
        'Under “More options” you can choose some of the files, ask up to ten questions, or close the round at its end. “Save draft” keeps it for later without notifying anyone.',
      ],
    },
    {
      heading: 'Decide',
      points: [
        'A bar above the design says what you’re asked to decide and when it’s due. Click “Decide”, choose “Approve”, “Approve with changes” or “Request changes”, and add a note if you like. With “File by file” each file gets its own decision.',
        'You don’t need an account, just a name, as for a comment. Comments you haven’t sent yet can go with the decision.',
        'You can change your decision until the round closes. Every change stays in the list of decisions.',
        'Offline, your decision waits on your device and is sent later.',
      ],
    },
    {
      heading: 'New versions',
      points: [
        'A decision counts only for the version you looked at. If a newer one is there, you see “Version 3 was uploaded while you were reviewing”, nothing is recorded, and your note is kept for your next decision.',
        'A decision about an earlier version stays in the list and is marked as such. It never counts for the newer version.',
      ],
    },
    {
      heading: 'During a round and after it',
      points: [
        'The faces in the bar have a tick for an approval and an arrow for requested changes. Click them to see every decision with its note, to change the due date or the message, or to close the round with a reason. You can reopen it.',
        'A review has one open round at a time. After its due date a round is overdue, and people can still decide unless it closes at the end.',
      ],
    },
  ],
}
