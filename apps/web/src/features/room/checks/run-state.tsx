import { Button, Progress } from '@mantine/core'
import { type Brief, type CheckRun, checkedPagesMax } from '@wingmark/contract/checks'
import type { ReactNode } from 'react'
import { useStopCheck } from '#web/features/checks/queries'
import { languageName, ruleNames, takenForInWords } from '#web/features/room/checks/rule-names'
import { useRoom } from '#web/features/room/state/room-context'
import { formatCount } from '#web/lib/format'
import classes from './checks.module.css'

/** The state of a check: a line above its findings, or instead of them. */
export function RunState({
  run,
  part,
  onAgain,
  isStarting,
  all,
}: {
  run: CheckRun
  /** The unit in which the file is read. */
  part: 'page' | 'part'
  onAgain: () => void
  isStarting: boolean
  /** Checks all files, if there are several. */
  all: ReactNode
}) {
  const { reviewId } = useRoom()
  const stop = useStopCheck(reviewId)
  const again = (
    <Button size="compact-sm" variant="default" loading={isStarting} onClick={onAgain}>
      Check again
    </Button>
  )
  if (run.state === 'QUEUED' || run.state === 'RUNNING') {
    const at = Math.min(run.pages, run.pagesDone + 1)
    const running = run.pages > 1 ? `Checking ${part} ${at} of ${run.pages}…` : 'Checking…'
    return (
      <Line
        text={run.state === 'QUEUED' ? 'Waiting to start…' : running}
        action={
          <Button
            size="compact-sm"
            variant="default"
            loading={stop.isPending}
            onClick={() => stop.mutate(run.file)}
          >
            Stop
          </Button>
        }
      >
        <Progress
          size="xs"
          value={(run.pagesDone / Math.max(1, run.pages)) * 100}
          aria-label="Check progress"
        />
      </Line>
    )
  }
  if (run.state === 'STOPPED')
    return (
      <Line
        text={
          run.pagesDone > 0
            ? `Stopped after ${formatCount(run.pagesDone, part)} of ${run.pages}.`
            : 'Stopped.'
        }
        action={again}
      >
        <div className={classes.all}>{all}</div>
      </Line>
    )
  if (run.state === 'FAILED')
    return (
      <Line text={run.error ?? 'This file couldn’t be checked.'} isProblem action={again}>
        <div className={classes.all}>{all}</div>
      </Line>
    )
  return (
    <Line text={run.takenFor ? `Checked as ${takenForInWords(run.takenFor)}` : 'Checked'} action={again}>
      <div className={classes.all}>{all}</div>
    </Line>
  )
}

function Line(props: { text: string; action: ReactNode; isProblem?: boolean; children?: ReactNode }) {
  return (
    <div className={classes.state}>
      <div className={classes.stateLine}>
        <p role="status" className={classes.stateText} data-problem={props.isProblem}>
          {props.text}
        </p>
        {props.action}
      </div>
      {props.children}
    </div>
  )
}

/** Rules that could not run, and findings and pages beyond the limits. */
export function NotChecked({ run, pages }: { run: CheckRun; pages: number }) {
  const isLong = pages > checkedPagesMax
  if (run.notRun.length === 0 && run.more === 0 && !isLong) return null
  return (
    <ul className={classes.notRun} aria-label="Not checked">
      {run.notRun.map(({ rule, why }) => (
        <li key={rule}>
          <strong>{ruleNames[rule]}</strong>: {why}
        </li>
      ))}
      {isLong && <li>Pages after {checkedPagesMax} aren’t checked</li>}
      {run.more > 0 && (
        <li>
          {formatCount(run.more, 'more finding')} {run.more === 1 ? 'is' : 'are'} not listed
        </li>
      )}
    </ul>
  )
}

/** Shown without findings. */
export function NothingFound({ run }: { run: CheckRun }) {
  return <p className={classes.nothing}>{nothingInWords(run)}</p>
}

function nothingInWords({ state, rules, notRun }: CheckRun): string {
  if (state === 'QUEUED' || state === 'RUNNING') return 'Findings appear here.'
  if (state === 'FAILED') return 'Nothing was checked. Upload a new version, or check it again.'
  if (state === 'STOPPED') return 'Nothing found before it was stopped.'
  const ran = formatCount(rules.length - notRun.length, 'rule')
  return `No issues found by ${ran}. Automatic checks can’t catch everything.`
}

export function briefInWords({
  medium,
  scale,
  width,
  height,
  strictness,
  languages,
  checksUploads,
}: Brief): string {
  const size = width && height ? `${width} × ${height} ${medium === 'PRINT' ? 'mm' : 'px'}` : null
  const what = medium === null ? 'Detected from size' : medium === 'PRINT' ? 'Print' : 'Screen'
  const spoken = languages.length > 0 ? languages.map(languageName).join(', ') : null
  const every = checksUploads ? 'every upload' : null
  return [what, scale && medium !== 'PRINT' ? `${scale}×` : null, size, strictness, spoken, every]
    .filter((part) => part !== null)
    .join(' · ')
}
