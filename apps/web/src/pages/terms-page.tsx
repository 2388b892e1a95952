import { Link } from 'react-router'
import { LastChange } from '#web/features/legal/last-change'
import { paths } from '#web/lib/paths'
import { Reading } from '#web/ui/reading'

export function TermsPage() {
  return (
    <Reading title="Terms & Conditions" end={<Link to={paths.privacy}>Privacy Policy</Link>}>
      <p>
        Wingmark is software that somebody runs on a server of their own. Whoever runs this server is who you
        deal with; the people who wrote Wingmark have no access to it.
      </p>
      <LastChange day="2026-11-22" news="Plans that end, messages and customer reviews are told of." />
      <h2>What is yours stays yours</h2>
      <p>
        You keep every right in what you upload and write. The server stores it, makes smaller pictures of it,
        and shows it to those you let in. Nothing else is done with it.
      </p>
      <h2>What you may put here</h2>
      <p>
        Only what you may share: your own work, or work that you have permission for. Nothing unlawful, and
        nothing meant to harm others or this server. Messages are for people, not for advertising: whoever
        gets one can block and report its sender. Whoever runs the server may remove such things and close
        accounts that put them here.
      </p>
      <h2>Links</h2>
      <p>
        A share link opens a review for whoever has it. Send it only to those who should see it. You can make
        a new link, set a key or an end, or make the review private at any time; that counts at once.
      </p>
      <h2>Accounts and plans</h2>
      <p>
        Keep your password to yourself. A plan has limits of storage and use, which are shown in your profile.
        You can <Link to={paths.settings}>export everything and delete your account</Link> whenever you like.
      </p>
      <p>
        When a plan ends nothing is deleted: what is over the lower limit can be read and downloaded, and
        uploads wait until there is room.
      </p>
      <h2>Customer reviews</h2>
      <p>
        A customer review says what you think after working with Wingmark. The person who runs the server can
        hide one, with a reason that everybody sees.
      </p>
      <h2>AI</h2>
      <p>
        Where whoever runs the server has set up a language model, what it writes is a proposal and can be
        wrong: what you use of it is yours, as if you had written it.
      </p>
      <h2>No warranty</h2>
      <p>
        Wingmark is open source under the MIT licence and comes as it is, without warranty. Keep copies of
        what matters to you.
      </p>
    </Reading>
  )
}
