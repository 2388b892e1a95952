import { Button, CloseButton, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { File } from '@wingmark/contract/files'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { checkQuery, useCheckAll, useStartCheck } from '#web/features/checks/queries'
import { BriefDialog } from '#web/features/room/checks/brief-dialog'
import { Findings } from '#web/features/room/checks/findings'
import { briefInWords, RunState } from '#web/features/room/checks/run-state'
import { focusStage } from '#web/features/room/state/focus-stage'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import panel from '../panel/panel.module.css'
import classes from './checks.module.css'

/** Automatic findings of the current file; only for owner and editors. */
export function ChecksPanel() {
  const { store } = useRoom()
  const file = useCurrentFile()
  const isSheetOpen = useRoomState((state) => state.isSheetOpen)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const leave = () => {
    store.dispatch({ do: 'panel', panel: 'COMMENTS' })
    focusStage()
  }
  return (
    <aside className={panel.panel} aria-label="Automatic checks" data-sheet={isSheetOpen ? 'open' : 'closed'}>
      <header className={panel.head}>
        <h2 ref={title} className={panel.title} tabIndex={-1}>
          Automatic checks
        </h2>
        <CloseButton
          className={classes.back}
          aria-label="Back to comments"
          title="Back to comments (K)"
          onClick={leave}
        />
      </header>
      {file && canBeChecked(file) ? (
        <OneFile key={file._id} file={file} />
      ) : (
        <div className={panel.empty}>
          <p>{file ? 'Only images and PDFs can be checked.' : 'There is no file to check yet.'}</p>
        </div>
      )}
    </aside>
  )
}

const canBeChecked = ({ kind }: File) => kind === 'IMAGE' || kind === 'PDF'

function OneFile({ file }: { file: File }) {
  const { reviewId } = useRoom()
  const { files } = useReviewData()
  const { data, isError, refetch } = useQuery(checkQuery({ reviewId, fileId: file._id }))
  const start = useStartCheck(reviewId)
  const checkAll = useCheckAll(reviewId)
  const [isBriefOpen, setBriefOpen] = useState(false)
  const again = () => start.mutate(file._id)
  const count = files.filter(canBeChecked).length
  const all = count > 1 && (
    <Button
      size="compact-sm"
      variant="subtle"
      color="gray"
      loading={checkAll.isPending}
      onClick={() => checkAll.mutate()}
    >
      Check all {count} files
    </Button>
  )
  if (!data && isError) {
    return (
      <div className={panel.empty}>
        <p>The findings couldn’t be loaded.</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data) {
    return (
      <div className={classes.loading} aria-busy aria-label="Loading findings" role="status">
        <Skeleton height={12} width="60%" />
        <Skeleton height={12} width="85%" />
        <Skeleton height={12} width="45%" />
      </div>
    )
  }
  const { run, brief, languages } = data
  return (
    <>
      {run && (
        <RunState
          run={run}
          part={file.kind === 'PDF' ? 'page' : 'part'}
          onAgain={again}
          isStarting={start.isPending}
          all={all}
        />
      )}
      <button type="button" className={classes.briefLine} onClick={() => setBriefOpen(true)}>
        <span className={classes.briefWords}>{briefInWords(brief)}</span>
        <span className={classes.briefChange}>Change…</span>
      </button>
      {run ? (
        <Findings check={data} file={file} />
      ) : (
        <NeverChecked file={file} isStarting={start.isPending} onStart={again} all={all} />
      )}
      {isBriefOpen && (
        <BriefDialog
          brief={brief}
          languages={languages}
          files={count}
          onClose={() => setBriefOpen(false)}
          onSaved={() => {
            setBriefOpen(false)
            if (count > 1) checkAll.mutate()
            else again()
          }}
        />
      )}
    </>
  )
}

function NeverChecked({
  file,
  isStarting,
  onStart,
  all,
}: {
  file: File
  isStarting: boolean
  onStart: () => void
  all: ReactNode
}) {
  return (
    <div className={panel.empty}>
      <p className={panel.emptyTitle}>Not checked yet</p>
      <p>
        Finds text that is too pale or too small, blurred images, narrow margins and colours that some people
        can’t tell apart. Runs on this server, and only the owner and editors see a finding until someone
        publishes it.
      </p>
      <Button size="xs" variant="default" loading={isStarting} onClick={onStart}>
        Check {file.kind === 'PDF' ? 'this PDF' : 'this image'}
      </Button>
      {all}
    </div>
  )
}
