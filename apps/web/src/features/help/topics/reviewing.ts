import type { Topic } from '#web/features/help/topic'
import { paths } from '#web/lib/paths'

export const publish: Topic = {
  slug: 'publish',
  title: 'Publish a review',
  summary: 'Turn files into a review that others can open.',
  sections: [
    {
      steps: [
        'Click “Upload file”, or drop files anywhere on the page. You can add images (JPEG, PNG, GIF, WebP, SVG) and PDFs of up to 500 MB each.',
        'Name the review and click “Publish”. It opens automatically when it is ready.',
        'To add files later, open the review and upload them there.',
        'Use a file’s menu to rename, move or remove it, or to upload a new version. “Arrange all files” shows all of them: drag to reorder, or use Alt and the arrow keys.',
      ],
    },
    {
      heading: 'Upload a new version',
      points: [
        'Choose “Upload new version” in a file’s menu, or drop a file onto its tile or onto the open design. The earlier version stays, with its comments.',
        'Drop many files at once: those whose names match, apart from endings like “v2”, “final” or a date, are offered as new versions before anything is uploaded. You can change each pair.',
        '“Version 2 of 2” beside the file’s name lists who uploaded each version and when, with its note and open comments. There you can open an earlier version, add a note, make it the current one, download it, or remove it with its comments.',
        'Comments belong to the version they were made on. The list shows comments on this version and earlier ones, and open ones on later versions if an earlier version is current; you can change that in “Sort and filter”. A link to a comment opens its own version.',
        'If someone adds a new version while you’re looking at a file, a bar tells you. Nothing changes until you choose to see it, and a comment you’ve started stays on its version.',
      ],
    },
    {
      heading: 'Without an account, or offline',
      points: [
        '“Try it with your own file, no account” on the home page creates a review on your device. You can comment and reply in it, and nobody else sees it. Your browser renders PDFs and SVGs. Offline, you can create one the same way in “Reviews”.',
        'When you sign in or come back online, it is uploaded automatically and removed from the device. Anything that fails stays under “Only on this device” in “Reviews”, with the reason and “Retry”.',
        'Reviews you have opened are available offline, as you last saw them. Comments you write, resolve, edit or delete offline are sent later, in order. If one can’t be sent any more, you see why and can copy your text. For this, your browser stores the reviews you opened and up to 200 MB of their images. Signing out deletes them.',
        '“Delete from this device” is in the menu of each of these reviews. Clearing your browser’s data for this site deletes all of them too.',
      ],
    },
    {
      heading: 'When you lose the connection',
      text: [
        'Uploads resume automatically where they stopped. After a reload, Wingmark lists the unfinished files.',
      ],
    },
    {
      heading: 'Find a review',
      text: [
        'You can sort your reviews, search them by name and filter for open comments. “Archive” in a review’s menu hides it from your list only. Find it again under “Archived”.',
        'Deleted reviews, and files removed from a review, stay in “Recently deleted”, below “Filter”, for 24 hours. Nobody can open them during that time. “Restore” brings them back with their comments, and the review’s links work again. They use your storage until they are gone. “Delete for good” frees it immediately.',
      ],
      links: [{ path: paths.reviews, name: 'Your reviews' }],
    },
    {
      heading: 'Files without a preview',
      text: [
        'If a file has no preview, you see why and can try again. If a preview is incomplete, for example because the image is cut off, a note above the design says so. A PDF with a password has to be unlocked once by someone who can edit the review.',
      ],
    },
  ],
}

export const share: Topic = {
  slug: 'share',
  title: 'Share a review',
  summary: 'Send one link to everyone, give each group its own, or invite members by email.',
  sections: [
    {
      text: [
        'Copy the link from “Share” in a review. Anyone with the link can open the review, no account needed. There you also choose whether people can view, comment or edit, and whether they can download the originals. You can add an access key and an expiry date. Anyone who sees a file sees all its versions, unless you switch on “Only the current version” for their link.',
        '“New link” replaces the link, and the old one stops working immediately. “Private” closes the review to everyone but its members.',
      ],
      points: [
        'Use “Add link” to give each group its own link. Each has its own name and settings, shows who used it, and can be turned off separately.',
        'Under “People” you invite members by email and choose what each can do. Members find the review in their own list. If you opened someone’s link, “Join” makes you a member.',
        '“Activity” shows who opened the review, who joined and what was downloaded or changed.',
      ],
    },
  ],
}

export const comment: Topic = {
  slug: 'comment',
  title: 'Comment',
  summary: 'Pin feedback to the exact spot, reply, resolve.',
  sections: [
    {
      points: [
        'Click the design to drop a pin, or drag to mark a region. On a phone, tap. You can also draw arrows and freehand lines with the tools in the bar.',
        'Write, then send with the button or `Ctrl/⌘ + Enter`. Until then, your draft stays on your device.',
        'Without an account, you’re asked for your name with your first comment.',
        'Offline, your comments and attachments are kept on your device and sent when you’re back online.',
        'Type `@` to mention someone in the review. They’re notified.',
        'To attach files, drop them onto the field or paste an image.',
        'To react without writing, select a comment or reply, click “React” or press `L`, and pick one of six reactions such as thumbs up, heart or question. Pick it again to remove it. The chips below show who reacted.',
      ],
    },
    {
      heading: 'See who else is here',
      text: [
        'The avatars next to “Comments” show who is here. Click them to see which file each person is viewing, and to go there. An avatar on a file’s tile means that someone is viewing it.',
        'You see other people’s pointers move over the design. “Show pointers, including mine” in the avatars’ menu turns theirs and yours on or off on this device. None of this is stored.',
      ],
    },
    {
      heading: 'Work through comments',
      text: [
        'Resolved comments are hidden. “Resolved” above the list shows them. Each comment has its own link in its menu.',
        'The list shows the comments of the page, the file or the whole review. Press `/` to search them. You can sort by place (from top to bottom of the page), time or person.',
        'The owner and editors can export all comments with “Check and export” above the design (on a phone, above the list): as a PDF of the pages with their pins and comments, for Excel, as CSV, as Web Annotations, or to print. You can also export the current page as an image with its numbers. In the PDF, a tall page is split across several sheets.',
        '`M`, or the ruler in the bar, measures distances in pixels of the original, or in points and millimetres in a PDF. `I` picks colours: click text and then its background to get their contrast. Both add the result to your comment, or start one.',
        '`V`, or “View” in the bar, simulates colour blindness, greyscale or blurred vision, only on your screen.',
        'Members find “Change list…” under “Sort and filter”. It lists all open comments by file and page and groups similar ones. Copy it, or download it as Markdown or CSV.',
      ],
    },
    {
      heading: 'Confirm fixes on a new version',
      text: [
        'Open comments follow the design to its next version. Each shows what happened to its place: unchanged, moved, changed or not found. A dashed ring and a question mark mean that Wingmark isn’t sure: drag the pin to its place, or click “Confirm place”.',
        '“Confirm fixes” on the design shows one comment at a time, with its place on both versions. `A` accepts and resolves it, `R` keeps it open, `S` skips it and `Z` undoes. Space blinks between the versions.',
      ],
      points: [
        'Pins that weren’t found are listed under “not found”, with a picture of where they were. “Show where it was” opens the version it was made on.',
        'At the end, copy a summary. Anything not checked counts as open.',
        'To keep earlier comments off new versions, choose “Start fresh” where Wingmark asks which files they belong to.',
      ],
    },
    {
      heading: 'Compare two versions',
      text: [
        'Press `B`, or click “Compare versions” in the list of versions, to see the current version next to the previous one. At the top, you can choose other versions or another file in the review.',
        'Side by side, wipe, blink, opacity and difference show both versions at the same place and zoom. `,` and `.` switch between these views. Arrow keys move the wipe, and holding `O` shows the older version.',
      ],
      points: [
        'Difference marks what changed. Content that only moved down, because something was inserted above it, isn’t marked, and neither are smoothed edges. “Tolerance” hides slight colour changes.',
        '`N` and `P` go to the next and previous change. If all changes are too small to see, the view zooms in on the first.',
        'Versions of different sizes are shown at the same width; “Same pixels” shows each at its own size. In PDFs, inserted and removed pages are listed below.',
        'You can comment while comparing. Click a version to comment on it, or press `C` to place the comment by keyboard; where they overlap, choose which one under “Pins”.',
        'The address includes what you see, so a link shows others the same view.',
      ],
    },
  ],
}

export const firstPass: Topic = {
  slug: 'first-pass',
  title: 'Automatic checks',
  summary: 'What Wingmark finds before anyone looks.',
  sections: [
    {
      text: [
        '“Check and export”, or `K`, checks the design for text that is too pale or too small, spelling mistakes, blurred images, narrow margins, neighbouring colours that look the same with colour blindness, blank pages and fonts that aren’t embedded. It reads the text of PDFs and images, and says “may be” if it is not sure. Checks run on this server, without AI.',
        'Only the owner and editors see findings, as dashed outlines on the design. Nothing becomes a comment automatically.',
      ],
      points: [
        '“Publish…” drafts a comment that you can edit before you send it. It is posted in your name and marked as coming from the automatic checks.',
        '“Dismiss” hides a finding, also in later checks and in other files of the review. Find it under “Dismissed” to bring it back.',
        'Select several to publish or dismiss them together. One Undo takes it all back.',
        'If a flagged word is correct, add it to your dictionary. It is no longer flagged for you in any review, but still is for others.',
        '“Change…” sets what the designs are for: screen or print, scale and size, languages, the required contrast, and whether every upload is checked automatically. An image for print needs its printed size. Your dictionary is there too. Spelling is checked in English, and in PDFs also in the other languages this server has dictionaries for.',
      ],
    },
  ],
}

export const keys: Topic = {
  slug: 'keys',
  title: 'Keyboard shortcuts',
  summary: 'Everything you can do without a mouse.',
  sections: [
    {
      heading: 'Everywhere',
      points: [
        '`Ctrl/⌘ + K` opens search and commands. Type where to go, what to do or a word to find. Select with the arrow keys, open with `Enter`, close with `Esc`.',
        '`Ctrl/⌘ + Z` undoes the last step wherever “Undo” is offered.',
      ],
    },
    {
      heading: 'In transfers',
      points: ['`Ctrl/⌘ + A` selects all, `F2` renames, `Delete` deletes.'],
    },
  ],
}

export const search: Topic = {
  slug: 'search',
  title: 'Find something',
  summary: 'Reviews, comments, files, people, transfers, tasks and messages.',
  sections: [
    {
      text: [
        'The search box in the header, or `Ctrl/⌘ + K`, searches everything you can open. It matches the beginning of words and ignores accents and capitals. All your words must match.',
        'Each result opens the exact file, place or comment.',
      ],
      points: [
        'Reviews: yours, those you joined, and public ones. Comments and files: in reviews you own or joined.',
        'People: everyone with a Connection Profile, once you have one too.',
        'Your recent searches stay on your device and are deleted when you sign out.',
      ],
      links: [{ path: paths.search, name: 'Search' }],
    },
  ],
}
