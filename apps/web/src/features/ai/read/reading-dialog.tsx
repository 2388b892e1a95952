import { Button, NativeSelect, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AiReading, type AiReadingKind, aiLeft, type ReadingScope } from '@wingmark/contract/ai'
import { useEffect, useRef, useState } from 'react'
import { usageQuery } from '#web/features/account/queries'
import { byAi } from '#web/features/ai/host-words'
import { readingQuery, useAi, useChangeAi, useMakeReading } from '#web/features/ai/queries'
import { asCsv, asMarkdown, asWords, type FileName } from '#web/features/ai/read/as-markdown'
import { ReadingPoints } from '#web/features/ai/read/reading-points'
import { downloadText } from '#web/lib/download-text'
import { messageForError } from '#web/lib/error-toast'
import { formatCount } from '#web/lib/format'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import { LoadError } from '#web/ui/load-error'
import { useCopy } from '#web/ui/use-copy'
import classes from './reading.module.css'

type Props = {
  review: { _id: string; name: string }
  /** The shown file. */
  file: { _id: string; name: string } | null
  fileName: (id: string) => string | null
  onPost: ((text: string) => void) | null
  onClose: () => void
}

const kinds: readonly { value: AiReadingKind; label: string }[] = [
  { value: 'SUMMARY', label: 'Summary' },
  { value: 'CHANGES', label: 'List of changes' },
]
/** A summary of the comments, only for the requester; others see it only if posted. */
export function ReadingDialog({ review, file, fileName, onPost, onClose }: Props) {
  useFocusBack()
  const [kind, setKind] = useState<AiReadingKind>('SUMMARY')
  const [where, setWhere] = useState('all')
  const [which, setWhich] = useState('OPEN')
  const scope: ReadingScope = {
    review: review._id,
    ...(where === 'file' && file ? { file: file._id } : {}),
    ...(which === 'OPEN' ? { status: 'OPEN' as const } : {}),
  }
  const nameOf: FileName = where === 'file' ? () => null : fileName
  return (
    <Dialog
      opened
      onClose={onClose}
      title="What the comments say"
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.dialog}>
        <SegmentedControl
          aria-label="What to create"
          value={kind}
          onChange={(value) => setKind(value === 'CHANGES' ? 'CHANGES' : 'SUMMARY')}
          data={[...kinds]}
        />
        <div className={classes.scope}>
          <NativeSelect
            label="Files"
            value={where}
            onChange={(event) => setWhere(event.currentTarget.value)}
            data={[
              { value: 'all', label: 'All files' },
              ...(file ? [{ value: 'file', label: `This one: ${file.name}` }] : []),
            ]}
          />
          <NativeSelect
            label="Comments"
            value={which}
            onChange={(event) => setWhich(event.currentTarget.value)}
            data={[
              { value: 'OPEN', label: 'Open' },
              { value: 'ALL', label: 'All' },
            ]}
          />
        </div>
        <Reading
          key={JSON.stringify([kind, scope])}
          kind={kind}
          scope={scope}
          name={review.name}
          nameOf={nameOf}
          onPost={onPost}
          onClose={onClose}
        />
      </div>
    </Dialog>
  )
}

type ReadingProps = {
  kind: AiReadingKind
  scope: ReadingScope
  name: string
  nameOf: FileName
  onPost: Props['onPost']
  onClose: () => void
}

function Reading({ kind, scope, name, nameOf, onPost, onClose }: ReadingProps) {
  const { data: reading, isPending, isError, refetch } = useQuery(readingQuery(scope, kind))
  const make = useMakeReading()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const begin = () => {
    running.current = new AbortController()
    make.mutate({ scope, kind, signal: running.current.signal })
  }
  if (isPending) return <Skeleton height={140} />
  if (isError) return <LoadError what="The last answer" onRetry={() => void refetch()} />
  const isStopped = make.isError && make.error.name === 'AbortError'
  return (
    <>
      {make.isPending ? (
        <div className={classes.making} aria-busy>
          <p role="status">Reading the comments…</p>
          <Button variant="default" size="xs" onClick={() => running.current?.abort()}>
            Stop
          </Button>
        </div>
      ) : (
        <>
          {make.isError && (
            <p role="alert" className={classes.error}>
              {isStopped ? 'Stopped. No characters were used.' : messageForError(make.error)}
            </p>
          )}
          <Asking kind={kind} reading={reading} onMake={begin} />
        </>
      )}
      {reading && !make.isPending && <Made reading={reading} {...{ name, nameOf, onPost, onClose }} />}
    </>
  )
}

/** Says what it costs and where the text goes, before anything is sent. */
function Asking({
  kind,
  reading,
  onMake,
}: {
  kind: AiReadingKind
  reading: AiReading | null
  onMake: () => void
}) {
  const ai = useAi()
  const change = useChangeAi()
  const { data: usage } = useQuery(usageQuery)
  if (!ai) return null
  const isFresh = reading?.commentsSince === 0
  const isUsedUp = usage !== undefined && usage.aiCharacters.used >= usage.aiCharacters.limit
  const press = () => {
    if (!ai.isTold) change.mutate({ isTold: true })
    onMake()
  }
  return (
    <div className={classes.asking}>
      {reading && !isFresh && (
        <p role="status">{formatCount(reading.commentsSince, 'new comment')} since this was written.</p>
      )}
      {!isFresh && (
        <>
          <p className={classes.hint}>
            Comments are read {byAi(ai)}, without pictures, addresses or links.{' '}
            {usage && aiLeft(usage.aiCharacters)}
          </p>
          <Button onClick={press} disabled={isUsedUp}>
            {reading ? 'Regenerate' : kind === 'SUMMARY' ? 'Summarise' : 'List changes'}
          </Button>
        </>
      )}
    </div>
  )
}

type MadeProps = {
  reading: AiReading
  name: string
  nameOf: FileName
  onPost: Props['onPost']
  onClose: () => void
}

function Made({ reading, name, nameOf, onPost, onClose }: MadeProps) {
  const { copied, copy } = useCopy()
  const title = `${reading.kind === 'SUMMARY' ? 'Summary' : 'Changes'}: ${name}`
  const markdown = asMarkdown(title, reading, nameOf)
  return (
    <>
      <ReadingPoints reading={reading} nameOf={nameOf} onOpen={onClose} />
      <p className={classes.hint}>
        Written by AI from {formatCount(reading.commentsRead, 'comment')}; it can be wrong. Only you see it.
        {reading.commentsLeftOut > 0 && ` ${formatCount(reading.commentsLeftOut, 'older comment')} left out.`}
        {reading.commentsCut > 0 &&
          ` ${formatCount(reading.commentsCut, 'comment')} too long to read in full.`}
        {reading.isCut &&
          ' This text is incomplete: you ran out of AI characters, or it reached the length limit.'}
      </p>
      <div className={classes.actions}>
        <Button variant="default" size="xs" onClick={() => void copy(markdown)}>
          {copied ? 'Copied' : 'Copy as Markdown'}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => downloadText(`${title}.md`, markdown, 'text/markdown')}
        >
          Download .md
        </Button>
        {reading.kind === 'CHANGES' && (
          <Button
            variant="default"
            size="xs"
            onClick={() => downloadText(`${title}.csv`, asCsv(reading, nameOf), 'text/csv')}
          >
            Download .csv
          </Button>
        )}
        {onPost && (
          <Button variant="light" size="xs" onClick={() => onPost(asWords(title, reading, nameOf))}>
            Insert into comment
          </Button>
        )}
      </div>
    </>
  )
}
