import { Menu } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import type { CommentExportFormat } from '@wingmark/contract/comment-exports'
import type { ComponentType, ReactNode } from 'react'
import { Link } from 'react-router'
import { useExportComments } from '#web/features/comments/queries'
import { BarMenu } from '#web/features/room/bar/bar-menu'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile, useReviewData } from '#web/features/room/state/room-data'
import { paths } from '#web/lib/paths'

const formats: readonly { value: CommentExportFormat; label: string }[] = [
  { value: 'PDF', label: 'PDF with the pages (.pdf)' },
  { value: 'XLSX', label: 'Excel (.xlsx)' },
  { value: 'CSV', label: 'Table (.csv)' },
  { value: 'JSON', label: 'Web Annotations (.json)' },
]

type Props = {
  /** The menu around it, if it is not in the bar. */
  MenuOf?: ComponentType<{ name: string; icon: ReactNode; isLoading?: boolean; children: ReactNode }>
}

/** The automatic checks, and exports of the comments and of the shown picture with their numbers. */
export function CheckAndExport({ MenuOf = BarMenu }: Props) {
  const { reviewId, isOnDevice } = useRoom()
  const { review, files } = useReviewData()
  const { mutate, isPending } = useExportComments(reviewId)
  if (!review.can.edit || files.length === 0) return null
  return (
    <MenuOf name="Check and export" icon={<IconListCheck size={17} />} isLoading={isPending}>
      {MenuOf !== BarMenu && <RoundItem />}
      {!isOnDevice && <CheckItem />}
      <ExportItems onExport={mutate} />
    </MenuOf>
  )
}

/** The automatic checks stand beside the design, in place of the comments. */
function CheckItem() {
  const { commands } = useRoom()
  return (
    <>
      <Menu.Item rightSection={<kbd>K</kbd>} onClick={() => commands.run('checks')}>
        Check contrast, sizes, spelling…
      </Menu.Item>
      <Menu.Divider />
    </>
  )
}

/** On phones; elsewhere it is in the bar. */
function RoundItem() {
  const { commands, store } = useRoom()
  const { review } = useReviewData()
  if (!review.can.startRound || review.round?.state === 'OPEN') return null
  const start = () => {
    store.dispatch({ do: 'sheet', isOpen: false })
    commands.run('round')
  }
  return <Menu.Item onClick={start}>Start a round…</Menu.Item>
}

type ExportProps = { onExport: ReturnType<typeof useExportComments>['mutate'] }

function ExportItems({ onExport }: ExportProps) {
  const { reviewId } = useRoom()
  const file = useCurrentFile()
  const page = useRoomState((state) => state.page)
  const what = file && pageCount(file) > 1 ? 'This page' : 'This file'
  return (
    <>
      <Menu.Label>Export all comments in this review</Menu.Label>
      {formats.map(({ value, label }) => (
        <Menu.Item key={value} onClick={() => onExport({ format: value })}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item component={Link} to={paths.print(reviewId)}>
        Print…
      </Menu.Item>
      {file?.state === 'READY' && (
        <>
          <Menu.Divider />
          <Menu.Label>{what} with pin numbers</Menu.Label>
          <Menu.Item onClick={() => onExport({ format: 'PNG', file: file._id, page })}>
            Picture (.png)
          </Menu.Item>
        </>
      )}
    </>
  )
}
