import { Button } from '@mantine/core'
import type { CheckOfFile, Finding } from '@wingmark/contract/checks'
import type { File } from '@wingmark/contract/files'
import { useCallback, useRef, useState } from 'react'
import { useChangeOwnWords, useDismissFindings } from '#web/features/checks/queries'
import { FindingCard } from '#web/features/room/checks/finding-card'
import { NotChecked, NothingFound } from '#web/features/room/checks/run-state'
import { usePublish } from '#web/features/room/checks/use-publish'
import { useCommand } from '#web/features/room/state/commands'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom } from '#web/features/room/state/room-context'
import { formatCount } from '#web/lib/format'
import { FilterButtons } from '#web/ui/filter-buttons'
import panel from '../panel/panel.module.css'
import classes from './checks.module.css'

type State = Finding['state']

const tabs: readonly { value: State; label: string }[] = [
  { value: 'OPEN', label: 'Open' },
  { value: 'PUBLISHED', label: 'Published' },
  { value: 'DISMISSED', label: 'Dismissed' },
]

/** A check's findings, with actions for several of them. */
export function Findings({ check, file }: { check: CheckOfFile; file: File }) {
  const { reviewId, store } = useRoom()
  const { run, findings } = check
  const [tab, setTab] = useState<State>('OPEN')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [writing, setWriting] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const { begin, publishAll } = usePublish()
  const dismiss = useDismissFindings(reviewId)
  const { addWord } = useChangeOwnWords()
  const shown = findings.filter(({ state }) => state === tab)
  useSteps(shown)

  const onTick = useCallback(({ _id }: Finding, isTicked: boolean) => {
    setTicked((before) => new Set([...before].filter((one) => one !== _id).concat(isTicked ? [_id] : [])))
  }, [])
  const publish = (finding: Finding) => {
    begin(finding)
    setWriting(finding.region ? null : finding._id)
  }
  const written = () => {
    const card = list.current?.querySelector<HTMLElement>(`[data-finding="${writing}"] button`)
    setWriting(null)
    card?.focus({ preventScroll: true })
  }
  if (!run) return null
  const pages = pageCount(file)
  const isOver = run.state !== 'QUEUED' && run.state !== 'RUNNING'
  if (findings.length === 0)
    return (
      <>
        <NothingFound run={run} />
        {isOver && <NotChecked run={run} pages={pages} />}
      </>
    )
  const open = findings.filter(({ state }) => state === 'OPEN')
  const countOf = (wanted: State) => findings.filter(({ state }) => state === wanted).length
  const counts = { OPEN: open.length, PUBLISHED: countOf('PUBLISHED'), DISMISSED: countOf('DISMISSED') }
  const chosen = open.filter(({ _id }) => ticked.has(_id))
  return (
    <>
      <FilterButtons label="Show findings" list={tabs} counts={counts} chosen={tab} onChoose={setTab} />
      <ul ref={list} className={panel.list} aria-label="Findings">
        {shown.map((finding) => (
          <FindingCard
            key={finding._id}
            finding={finding}
            hasPages={pages > 1}
            isTicked={ticked.has(finding._id)}
            isWriting={writing === finding._id}
            onTick={onTick}
            onPublish={publish}
            onDismiss={(one) => dismiss([one])}
            onRestore={(one) => dismiss([one], 'OPEN')}
            onOwnWord={addWord}
            onWritten={written}
          />
        ))}
        {shown.length === 0 && isOver && <li className={classes.none}>{emptyTab[tab]}</li>}
        <li className={classes.rest}>
          <NotChecked run={run} pages={pages} />
        </li>
      </ul>
      {tab === 'OPEN' && open.length > 1 && (
        <footer className={`${panel.foot} ${classes.foot}`}>
          {chosen.length > 0 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                void publishAll(chosen)
                setTicked(new Set())
              }}
            >
              Publish {chosen.length}
            </Button>
          )}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            onClick={() => {
              dismiss(chosen.length > 0 ? chosen : open)
              setTicked(new Set())
              store.dispatch({ do: 'finding', finding: null })
            }}
          >
            {chosen.length > 0
              ? `Dismiss ${chosen.length}`
              : `Dismiss all ${formatCount(open.length, 'finding')}`}
          </Button>
        </footer>
      )}
    </>
  )
}

const emptyTab: Record<State, string> = {
  OPEN: 'All findings are published or dismissed.',
  PUBLISHED: 'None published yet.',
  DISMISSED: 'None dismissed.',
}

/** The keys for stepping through comments step through findings here. */
function useSteps(findings: readonly Finding[]): void {
  const { store } = useRoom()
  const go = (by: 1 | -1) => {
    const at = findings.findIndex(({ _id }) => _id === store.get().finding)
    const from = at === -1 && by === -1 ? 0 : at
    const next = findings[(from + by + findings.length) % findings.length]
    if (next) store.dispatch({ do: 'finding', finding: next })
  }
  useCommand('nextComment', () => go(1))
  useCommand('previousComment', () => go(-1))
}
