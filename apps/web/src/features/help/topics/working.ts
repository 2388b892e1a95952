import type { Topic } from '#web/features/help/topic'
import { paths } from '#web/lib/paths'

export const transfers: Topic = {
  slug: 'transfers',
  title: 'Transfers',
  summary: 'Store files and folders of any type, and send them with a link.',
  sections: [
    {
      points: [
        '“Transfers” stores files and folders of any type, up to 500 MB per file. Click “Upload file” there, or drop files and folders onto the page or a folder, then click “Send Transfer”. Hidden files and empty folders are included.',
        'Select with the checkboxes, with `Shift` or `Ctrl/⌘`, or everything in a folder with `Ctrl/⌘ + A`, up to 10,000 items. “Send…” creates a link for what you selected. `F2` renames, `Delete` deletes, `Ctrl/⌘ + Z` undoes the last step.',
        'What you delete stays in “Recently deleted” for 24 hours and doesn’t use your storage. “Restore” moves it back to its folder if you have enough storage, or to the top level if the folder is gone.',
      ],
      links: [{ path: paths.transfers, name: 'Transfers' }],
    },
    {
      heading: 'Send a link',
      points: [
        'Turn on “Create a link”, and “Send Transfer” gives you one link for everything. You can copy it while the files are still uploading. Expand the line below it to add a title, a message, recipients, an expiry, a password and a download limit.',
        'Anyone with the link can see previews and download everything or a selection, no account needed. Interrupted downloads resume where they stopped. A download limit applies to each recipient separately, and everything someone downloads within a day counts once.',
        '“Sent” shows how often each link was opened and downloaded, and which emails didn’t arrive, and why. You can still change everything there, even after it expires: files and their order, text, expiry, password and recipients. “Turn off links” ends all links at once and stops downloads in progress. You can turn them on again later.',
        '“Received” lists what was sent to your confirmed email address.',
      ],
    },
  ],
}

export const workspaces: Topic = {
  slug: 'workspaces',
  title: 'Workspaces',
  summary: 'A task board, everyone’s activity, and your private notes.',
  sections: [
    {
      points: [
        '“Workspaces” lists your workspaces. A workspace has a task board, the activity of everyone in it, and notes that only you can see.',
        'Drag a card, or use its menu. With the keyboard, press `J` to go to the first card, and move around with the arrow keys. Press `M` to pick up a card, move it with the arrow keys, and drop it with `Enter` or cancel with `Esc`. `1` to `5` set the status, `C` creates a task, `S`, `A`, `D`, `P` and `L` set status, assignee, due date, priority and labels, `X` selects several, and `?` shows all shortcuts. `Ctrl/⌘ + Z` undoes your changes one by one while the page is open. What someone else has changed since is kept, and you see who changed it.',
        'Labels group tasks by topic, and priorities say what comes first. You can filter by both. Editors create, rename and delete labels under “Edit labels” in the workspace’s menu.',
        'Boards and lists you have opened are available offline. Your changes there are sent later, in order.',
        'In a review, press `T` or use a comment’s menu to create a task from it, with the part of the design it is about. Completing the task resolves the comment, and vice versa. People outside the workspace only see the task’s status, and you can hide that in the workspace’s details.',
        'Click the avatars next to a workspace’s name to see its people and invite others by email, as editor, commenter or viewer. Other people’s changes appear live. “2 here” means that someone else is viewing it too.',
        '“Your tasks” lists everything assigned to you in all workspaces, by due date.',
      ],
      links: [
        { path: paths.workspaces, name: 'Workspaces' },
        { path: paths.tasks, name: 'Your tasks' },
      ],
    },
  ],
}
