import type { Topic } from '#web/features/help/topic'
import { paths } from '#web/lib/paths'

export const transfers: Topic = {
  slug: 'transfers',
  title: 'Transfers',
  summary: 'Files and folders of any type, in a tree of your own, and sent by a link.',
  sections: [
    {
      points: [
        '“Transfers”, below “More”, keeps files and folders of any type, up to 500 MB each. Choose “Upload file” there, or drop files and folders onto the page or onto a folder, and press “Send Transfer”. Hidden files and empty folders that you drop come along.',
        'Select with the boxes, with `Shift` or `Ctrl/⌘`, or all in a folder with `Ctrl/⌘ + A`, up to 10,000. “Send…” makes a link of what is there already. `F2` renames, `Delete` deletes, `Ctrl/⌘ + Z` takes back the last step.',
        'What you delete stays in “Recently deleted” for 24 hours and does not use your storage. “Restore” there puts it back where it was, if there is room; at the top where its folder is gone.',
      ],
      links: [{ path: paths.transfers, name: 'Transfers' }],
    },
    {
      heading: 'Sending by a link',
      points: [
        'With “Create a link” on, “Send Transfer” gives one link for all that is sent. It works at once and can be copied while the files still go. Unfold the line below it for a title, a message, people to send it to, an end, a password and a limit of downloads.',
        'Whoever has the link sees the pictures and downloads all, or those whose boxes are ticked, without an account. A download that broke off goes on where it was. With a limit of downloads each recipient has their own count, and all that somebody takes within a day counts once.',
        '“Sent” tells how often each link was opened and downloaded. Everything can still be changed there, also after the end: files and their order, words, end, password, people. “Close links” closes all of its links at once, and opens them again; what is closed ends downloads that are on their way. It also says which mails did not arrive, and why.',
        '“Received” lists what was sent to your confirmed address.',
      ],
    },
  ],
}

export const workspaces: Topic = {
  slug: 'workspaces',
  title: 'Workspaces',
  summary: 'A board of tasks, the activities of everybody in it, and notes of your own.',
  sections: [
    {
      points: [
        '“More” above, or the dashboard, leads to your workspaces. A workspace has a board of tasks, the activities of everybody in it, and notes that only you can see.',
        'Drag a card, or use its menu. By keyboard: arrows walk, `M` lifts a card, arrows move it, `Enter` lays it down and `Esc` puts it back; `1` to `5` give a status, `C` begins a new task; `S`, `A` and `D` ask for status, assignee and due day, `X` chooses several, and `?` shows all keys. `Ctrl/⌘ + Z` takes the last change back, also of several tasks at once, then the one before it, as long as the page is open; what somebody else has changed since stays, and you are told who.',
        'A board or list that you have opened opens again without a line. What you move, assign, date or write there waits and is sent later, in order.',
        'In a review, `T` or a comment’s menu makes a task of it, with the piece of the design that it is about. Once the task is done the comment is resolved, and the other way round. Readers without the workspace see how far it is, and nothing else; a switch in the workspace’s details hides that too.',
        'The faces beside the name of a workspace open its people: invite by mail, as editor, commenter or viewer. What others do shows at once; “2 here” says that somebody else is looking, too.',
        '“Your tasks” has what is assigned to you in all workspaces, by when it is due.',
      ],
      links: [
        { path: paths.workspaces, name: 'Workspaces' },
        { path: paths.tasks, name: 'Your tasks' },
      ],
    },
  ],
}
