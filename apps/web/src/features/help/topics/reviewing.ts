import type { Topic } from '#web/features/help/topic'
import { paths } from '#web/lib/paths'

export const publish: Topic = {
  slug: 'publish',
  title: 'Publish a review',
  summary: 'From files on your disk to a review that others can open.',
  sections: [
    {
      steps: [
        'Choose “Upload file”, or drop files anywhere on the page. Images (JPEG, PNG, GIF, WebP, SVG) and PDFs of up to 500 MB each are taken.',
        'Name the review and choose “Publish”. It opens by itself when it is ready.',
        'To add files later, open the review and upload them there.',
        'The menu of each file renames, moves, replaces or removes it; “Arrange all files” shows all of them, to be put in order by dragging or with Alt and the arrow keys.',
      ],
    },
    {
      heading: 'Without an account, or without a line',
      points: [
        '“Try it with your own file, no account” on the front page makes a review on your device. You can comment and reply in it; nobody else sees it. PDFs and SVGs are drawn by your browser. Offline, “Reviews” lets you make one the same way.',
        'When you sign in, or when the line is back, it is uploaded by itself and goes from the device. What could not be uploaded stays under “Only on this device” in “Reviews”, with its reason and “Retry”.',
        'A review that you have opened opens again without a line, as it was then, and comments that you write, resolve, change or delete in it wait and are sent later, in order. Where that is not possible any more it says why, and keeps your words to be copied. For this your browser keeps the reviews you opened and up to 200 MB of their pictures; signing out deletes them.',
        '“Delete from this device” is in the menu of each such review. Clearing the browser’s data for this site deletes all of them, too.',
      ],
    },
    {
      heading: 'When the line drops',
      text: [
        'An upload goes on by itself where it stopped. After a reload, Wingmark names the files that were not finished.',
      ],
    },
    {
      heading: 'Find a review again',
      text: [
        'The list of your reviews can be sorted, searched by name, and narrowed to those with open comments. “Archive” in the menu of a review puts it out of your list; it stays open to everybody else, and “Archived” shows it again.',
        'A review that you delete, and a file that was removed from a review, stay in “Recently deleted”, below “Filter”, for 24 hours. “Restore” brings them back with their comments; the links of a review work again. Until then nobody can open them. They use your storage until they are gone; “Delete for good” frees it at once.',
      ],
      links: [{ path: paths.reviews, name: 'Your reviews' }],
    },
    {
      heading: 'What has no preview',
      text: [
        'A file that cannot be drawn says why, and can be tried again. What a preview does not show, as of a picture that was cut off, stands above the design. A PDF with a password is opened once by whoever may edit the review.',
      ],
    },
  ],
}

export const share: Topic = {
  slug: 'share',
  title: 'Share it',
  summary: 'One link for everybody, several for several groups, members by mail.',
  sections: [
    {
      text: [
        '“Share” in a review has the link to send. Whoever has it can open the review without an account. There you also choose whether people may only look, comment or edit, whether they may download the originals, and, if you like, an access key and a day on which the link ends.',
        '“New link” makes the one before stop working at once; “Private” closes the review to everybody but its members.',
      ],
      points: [
        '“Add a link” makes further links, one for each group of people: each has its own name and settings, counts who came by it, and can be ended alone.',
        '“People” invites members by mail and says what each may do. Members find the review in their own list. If you came by somebody’s link, “Join” makes you one.',
        '“Activity” tells who opened the review, who joined and what was downloaded or changed.',
      ],
    },
  ],
}

export const comment: Topic = {
  slug: 'comment',
  title: 'Comment',
  summary: 'Pin words to a place, answer, resolve.',
  sections: [
    {
      points: [
        'Click the design to drop a pin, or drag to mark a region. On a phone, tap. Arrows and lines drawn by hand are among the tools in the bar.',
        'Write, and send with the button or `Ctrl/⌘ + Enter`. Nothing is saved before; a draft stays on your device.',
        'Without an account you are asked for a name at the first comment.',
        'Without a line your words wait on your device, with the files that you attached, and are sent once it is back.',
        '`@` names somebody who is in the review; they are told.',
        'Files can be attached: drop them onto the field, or paste a picture.',
        'Not everything needs words: choose a comment or reply, then “React”, or `L`, and one of six signs such as thumbs up, heart or question. The same again takes it back. The chips below it say who reacted so.',
      ],
    },
    {
      heading: 'Together',
      text: [
        'Faces beside “Comments” show who is here; click them to see at which file, and to go there. A face on a file’s tile is somebody who looks at it.',
        'Pointers of others move over the design. “Show pointers, mine too” in the menu of the faces switches theirs and yours off on this device. None of it is kept.',
      ],
    },
    {
      heading: 'Settle it',
      text: [
        'Resolved comments are hidden; “Resolved” above the list shows them. Every comment has a link of its own, in its menu.',
        'The list has the comments of the page, of the file or of the whole review. `/` searches them; they can be sorted by place (as they stand on the page, from top to bottom), time and person.',
        'Owner and editors take all comments along by “Export comments” above the list: as a PDF below the pages with their numbers, for Excel, as CSV, as Web Annotations, or on paper; and the page that is shown as a picture with its numbers. A tall page goes over several sheets of the PDF.',
        '`M`, or the ruler in the bar, measures a distance in pixels of the original (in a PDF in points and millimetres); `I` reads colours: click a text and then what is behind it for their contrast. Both write it into the comment that you have begun, or begin one.',
        '`V`, or “Simulate vision” in the bar, shows the design as people without red, green or blue see it, in greyscale, or blurred; only on your screen.',
        'Members find the “Change list…” in the menu of the order: all open comments by file and page, with those that seem to say the same, to be copied or downloaded as Markdown and CSV.',
      ],
    },
  ],
}

export const firstPass: Topic = {
  slug: 'first-pass',
  title: 'Automatic checks',
  summary: 'What Wingmark finds by itself before anybody looks.',
  sections: [
    {
      text: [
        '“Check” above the comments, or `K`, lets the server look for text that is too pale or too small, slips of spelling, blurred pictures, narrow margins, colours side by side that look the same with colour blindness, blank pages and fonts that are not in the file. It reads the words of PDFs and of pictures; where it is not sure of them it says “possibly”. Nothing is sent anywhere, and no language model takes part.',
        'Only the owner and editors see findings, as dashed outlines on the design. Nothing becomes a comment by itself.',
      ],
      points: [
        '“Publish…” fills in a comment, which you can change before you send it; it is yours, and says that it is from the automatic checks.',
        '“Dismiss” puts a finding away, also on later checks and on other files of the review. “Dismissed” lists it, so you can restore it.',
        'Tick several to publish or dismiss them together, with one Undo.',
        '“Add to dictionary” accepts a word for you, in all reviews; others still see it reported.',
        '“Change…” says what the designs are for: a screen or print, its scale and size, its languages, how strict contrast is judged, and whether every upload is checked as it comes. A picture for print needs its printed size there. Your dictionary is there, too. Spelling is judged in English, and in PDFs in the languages that this server has dictionaries of.',
      ],
    },
  ],
}

export const keys: Topic = {
  slug: 'keys',
  title: 'Keys',
  summary: 'Everything that can be done without a mouse.',
  sections: [
    {
      heading: 'Everywhere',
      points: [
        '`Ctrl/⌘ + K` opens search and commands: type where you want to go, what to do, or a word to find; arrows choose, `Enter` opens, `Esc` closes.',
        '`Ctrl/⌘ + Z` takes the last step back wherever “Undo” is offered.',
      ],
    },
    {
      heading: 'In a review',
      points: [
        '`?` shows all of them. `N` and `P` go to the next and previous comment, `R` replies, `E` resolves, `L` reacts; `]` and `[` go to the next and previous file; `C`, `G`, `A` and `D` mark a point, a region, an arrow and a drawing.',
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
        'The box above, or `Ctrl/⌘ + K`, searches all that you may read: words by their beginning, whatever their accents and capital letters. Several words must all be there.',
        'Each result opens the very file, place or comment.',
      ],
      points: [
        'Reviews: yours, those you joined, and public ones. Comments and files: in reviews that you own or joined.',
        'People: those with a Connection Profile, once you have one too.',
        'The words that you searched for stay on your device and go when you sign out.',
      ],
      links: [{ path: paths.search, name: 'Search' }],
    },
  ],
}
