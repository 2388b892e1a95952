import type { Round, RoundPerson } from '@wingmark/contract/rounds'
import { DecidedFace } from '#web/features/room/round/round-faces'
import { formatCount, formatRelativeTime } from '#web/lib/format'
import { decidedWords } from '#web/ui/round-words'
import classes from './round-dialog.module.css'

/** Who is asked or decided, each with what they decided; and how each file stands. */
export function RoundPeople({ round }: { round: Round }) {
  const { people, files, mine, rule } = round
  return (
    <>
      <section aria-labelledby="round-people">
        <h3 id="round-people" className={classes.title}>
          People
        </h3>
        {people.length === 0 && <p className={classes.dim}>Nobody has decided yet.</p>}
        <ul className={classes.list}>
          {people.map((person) => (
            <li key={person._id} className={classes.person} data-gone={person.isGone || undefined}>
              <DecidedFace person={person} size={28} />
              <span className={classes.name}>
                {person.name}
                {person._id === mine.person && ' (you)'}
                {rule.kind === 'NAMED' && person.isNeeded && <span className={classes.dim}> needed</span>}
                {person.email && <span className={classes.dim}> {person.email}</span>}
              </span>
              <span className={classes.what}>{whatOf(person)}</span>
            </li>
          ))}
        </ul>
      </section>
      {files.length > 1 && (
        <section aria-labelledby="round-files">
          <h3 id="round-files" className={classes.title}>
            Files
          </h3>
          <ul className={classes.list}>
            {files.map(({ file, name, version, approved, withChanges, changesRequested, older }) => (
              <li key={file} className={classes.file}>
                <span>
                  {name} {version > 1 && <span className={classes.dim}>Version {version}</span>}
                </span>
                <span className={classes.dim}>
                  {approved} approved
                  {withChanges > 0 && `, ${withChanges} with changes`}
                  {changesRequested > 0 && `, ${changesRequested} asked for changes`}
                  {older > 0 && `, ${formatCount(older, 'decision')} on an earlier version`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function whatOf({ status, isOnOlder, isGone, decidedAt }: RoundPerson): string {
  if (status !== 'OPEN')
    return `${decidedWords[status]}${decidedAt ? ` ${formatRelativeTime(decidedAt)}` : ''}`
  if (isOnOlder) return 'Decided on an earlier version'
  if (isGone) return 'No longer asked'
  return decidedAt ? 'Decided about some files' : decidedWords.OPEN
}
