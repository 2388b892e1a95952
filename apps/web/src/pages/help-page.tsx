import { Kbd } from '@mantine/core'
import { Link } from 'react-router'
import { shortcutList } from '#web/features/room/state/shortcuts'
import { paths } from '#web/lib/paths'
import { Reading } from '#web/ui/reading'

export function HelpPage() {
  return (
    <Reading
      title="Help Center"
      end={
        <>
          <Link to={paths.terms}>Terms</Link>
          <Link to={paths.privacy}>Privacy</Link>
        </>
      }
    >
      <h2>Publish a review</h2>
      <ol>
        <li>
          Choose “Upload file”, or drop files anywhere on the page. Images (JPEG, PNG, GIF, WebP, SVG) and
          PDFs of up to 500 MB each are taken. If your connection drops, the upload goes on by itself where it
          stopped; after a reload, Wingmark names the files that were not finished.
        </li>
        <li>Name the review and choose “Publish”. It opens by itself when it is ready.</li>
        <li>To add files later, open the review and upload them there.</li>
      </ol>
      <h2>Without an account, or without a line</h2>
      <ul>
        <li>
          “Try it with your own file, no account” on the front page makes a review on your device. You can
          comment and reply in it; nobody else sees it. Offline, “Reviews” lets you make one the same way.
        </li>
        <li>
          When you sign in, or when the line is back, it is uploaded by itself and goes from the device. What
          could not be uploaded stays under “Only on this device” in “Reviews”, with its reason and “Retry”.
        </li>
        <li>
          “Delete from this device” is in the menu of each such review. Clearing the browser’s data for this
          site deletes all of them, too.
        </li>
      </ul>
      <h2>Share it</h2>
      <p>
        “Share” in a review has the link to send. Whoever has it can open the review without an account. There
        you also choose whether people may only look, comment or edit, whether they may download the
        originals, and, if you like, an access key and a day on which the link ends. “New link” makes the one
        before stop working at once; “Private” closes the review to everybody but its members.
      </p>
      <ul>
        <li>
          “Add a link” makes further links, one for each group of people: each has its own name and settings,
          counts who came by it, and can be ended alone.
        </li>
        <li>
          “People” invites members by mail and says what each may do. Members find the review in their own
          list. If you came by somebody’s link, “Join” makes you one.
        </li>
        <li>“Activity” tells who opened the review, who joined and what was downloaded or changed.</li>
      </ul>
      <h2>Comment</h2>
      <ul>
        <li>Click the design to drop a pin, or drag to mark a region. On a phone, tap.</li>
        <li>
          Write, and send with the button or Ctrl/⌘ + Enter. Nothing is saved before; a draft stays on your
          device.
        </li>
        <li>Without an account you are asked for a name at the first comment.</li>
        <li>
          Resolved comments are hidden; “Resolved” above the list shows them. Every comment has a link of its
          own.
        </li>
      </ul>
      <h2>Transfers</h2>
      <ul>
        <li>
          “Transfers”, below “More”, keeps files and folders of any type, up to 500 MB each. Choose “Upload
          file” there, or drop files and folders onto the page or onto a folder, and press “Send Transfer”.
        </li>
        <li>
          Select with the boxes, with Shift or Ctrl/⌘, or all with Ctrl/⌘ + A. F2 renames, Delete deletes,
          Ctrl/⌘ + Z takes back the last step.
        </li>
        <li>What you delete stays in “Recently deleted” for 24 hours and does not use your storage.</li>
      </ul>
      <h2>Work on it</h2>
      <ul>
        <li>
          “More” above, or the dashboard, leads to your workspaces. A workspace has a board of tasks, the
          activities of everybody in it, and notes that only you can see.
        </li>
        <li>
          Drag a card, or use its menu. By keyboard: arrows walk, <Kbd>M</Kbd> lifts a card, arrows move it,{' '}
          <Kbd>Enter</Kbd> lays it down and <Kbd>Esc</Kbd> puts it back; <Kbd>1</Kbd> to <Kbd>5</Kbd> give a
          status, <Kbd>C</Kbd> begins a new task. <Kbd>Ctrl/⌘</Kbd> + <Kbd>Z</Kbd> takes the last change back.
        </li>
        <li>“Your tasks” has what is assigned to you in all workspaces, by when it is due.</li>
      </ul>
      <h2>Messages</h2>
      <ul>
        <li>
          “Message” on somebody’s page, or beside a connection, begins a conversation. To somebody who is no
          connection of yours the first message is a request: one, without files, until they answer.
        </li>
        <li>
          You can write 10 messages a day, 3 without a Connection Profile; the day ends at 00:00 UTC. What you
          wrote can be corrected for 15 minutes, and deleted at any time.
        </li>
        <li>
          Without a line your words wait on your device and go out by themselves. “Block” ends everything at
          once, both ways; only you still see what was said.
        </li>
      </ul>
      <h2>Sign in</h2>
      <p>
        With your password, or with a code that we mail you. The code works once, for 10 minutes. If no mail
        arrives, look in your spam folder, then ask for a new one. What you wrote as a guest on a device
        becomes yours when you sign in or create an account there.
      </p>
      <h2>Keys in a review</h2>
      <dl>
        {shortcutList.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key} size="sm">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Reading>
  )
}
