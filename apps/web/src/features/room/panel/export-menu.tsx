import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { CommentExportFormat } from '@wingmark/contract/comment-exports'
import { Link } from 'react-router'
import { useExportComments } from '#web/features/comments/queries'
import { ToolMenu } from '#web/features/room/panel/tool-menu'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useCurrentFile } from '#web/features/room/state/room-data'
import { paths } from '#web/lib/paths'

const formats: readonly { value: CommentExportFormat; label: string }[] = [
  { value: 'PDF', label: 'PDF with the pages (.pdf)' },
  { value: 'XLSX', label: 'Excel (.xlsx)' },
  { value: 'CSV', label: 'Table (.csv)' },
  { value: 'JSON', label: 'Web Annotations (.json)' },
]

/** Exports the review's comments, and the shown picture with their numbers. */
export function ExportMenu() {
  const { reviewId } = useRoom()
  const { mutate, isPending } = useExportComments(reviewId)
  const file = useCurrentFile()
  const page = useRoomState((state) => state.page)
  const what = file && pageCount(file) > 1 ? 'This page' : 'This file'
  return (
    <ToolMenu name="Export comments" icon={<IconDownload size={17} />} isLoading={isPending}>
      <Menu.Label>All comments of the review</Menu.Label>
      {formats.map(({ value, label }) => (
        <Menu.Item key={value} onClick={() => mutate({ format: value })}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item component={Link} to={paths.print(reviewId)}>
        Print…
      </Menu.Item>
      {file?.state === 'READY' && (
        <>
          <Menu.Divider />
          <Menu.Label>{what} with its numbers</Menu.Label>
          <Menu.Item onClick={() => mutate({ format: 'PNG', file: file._id, page })}>
            Picture (.png)
          </Menu.Item>
        </>
      )}
    </ToolMenu>
  )
}
