import { Button, Textarea } from '@mantine/core'
import type { Round, RoundFile } from '@wingmark/contract/rounds'
import { useState } from 'react'
import { SmallChoice } from '#web/features/room/round/decision-choice'
import type { Deciding } from '#web/features/room/round/use-deciding'
import classes from './decide-dialog.module.css'

/** Each file with its own decision; those left out stay undecided. */
export function FileDecisions({ form, round }: { form: Deciding; round: Round }) {
  return (
    <ul className={classes.files}>
      {round.files.map((file) => (
        <OneFile key={file.file} form={form} file={file} />
      ))}
    </ul>
  )
}

function OneFile({ form, file: { file, name, version } }: { form: Deciding; file: RoundFile }) {
  const own = form.each[file]
  const [isNoted, setNoted] = useState(Boolean(own?.note))
  const isNewer = form.newer.some(({ _id }) => _id === file)
  return (
    <li>
      <p className={classes.fileName}>
        {name} {version > 1 && <span className={classes.dim}>Version {version}</span>}
      </p>
      <SmallChoice
        name={name}
        value={own?.decision ?? null}
        disabled={isNewer}
        onChange={(decision) => form.decideOn(file, { decision })}
      />
      {isNoted ? (
        <Textarea
          aria-label={`Note on ${name}`}
          placeholder="Note"
          autosize
          minRows={1}
          maxRows={6}
          value={own?.note ?? ''}
          onChange={(event) => form.decideOn(file, { note: event.currentTarget.value })}
        />
      ) : (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          disabled={isNewer}
          onClick={() => setNoted(true)}
        >
          Add a note
        </Button>
      )}
    </li>
  )
}
