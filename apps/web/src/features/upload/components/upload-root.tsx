import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { useUploadRequests } from '#web/lib/upload-request'
import { loadUploadLibrary } from '#web/lib/upload-tus'
import { withoutHidden } from '../dropped-files.ts'
import { TransferDialogs } from '../transfer/transfer-dialogs.tsx'
import { transfers, useTransfers } from '../transfer/transfer-runtime.ts'
import { uploads, useUploads } from '../upload-runtime.ts'
import type { VersionOf } from '../upload-session.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DropScreen } from './drop-screen.tsx'
import { LargeFilesDialog } from './large-files-dialog.tsx'
import { PairsDialog } from './pairs-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { UploadOverlay } from './upload-overlay.tsx'
import { useFilesFromPage } from './use-files-from-page.ts'
import { useUploadTarget } from './use-upload-target.ts'

/** The whole upload except its buttons; mounted once, below the signed-in header. */
export function UploadRoot() {
  const { reviewId, transfer, takesFiles } = useUploadTarget()
  const userId = useQuery(profileQuery).data?.user._id
  const isOpen = useUploads((session) => session.view !== 'closed')
  const isTransferOpen = useTransfers((session) => session.queue.isOpen)
  const goesToTransfers = isTransferOpen || (transfer !== null && !isOpen)
  const take = (files: Promise<readonly File[]> | undefined, at: EventTarget | null = null) => {
    if (isTransferOpen) transfers.open(transfers.getSession().queue.target, files)
    else if (transfer && !isOpen) transfers.open(folderAt(at) ?? transfer.folder, files)
    else void uploads.open(reviewId, files?.then(withoutHidden), reviewId === null ? null : versionAt(at))
  }
  const isDragging = useFilesFromPage(takesFiles || isOpen || isTransferOpen, take)

  useEffect(() => {
    if (isOpen) void loadUploadLibrary().catch(() => undefined)
  }, [isOpen])

  useEffect(() => {
    if (!userId) return
    uploads.claim(userId)
    transfers.claim(userId)
  }, [userId])

  useUploadRequests(({ files, into, version }) => {
    if (version) void uploads.open(version.reviewId, Promise.resolve(files), { ...version, isSure: true })
    else if (into) transfers.openInto({ id: into.id, url: into.url }, into.folder)
    else take(files.length > 0 ? Promise.resolve(files) : undefined)
  })

  return (
    <>
      <ChooseDialog />
      <PublishDialog />
      <PairsDialog />
      <LargeFilesDialog />
      <ConflictDialog />
      <TransferDialogs />
      <UploadOverlay />
      {isDragging && (
        <DropScreen place={goesToTransfers ? 'transfers' : reviewId === null ? 'new' : 'review'} />
      )}
    </>
  )
}

/** A file dropped onto another, or onto the open design. */
function versionAt(target: EventTarget | null): VersionOf | null {
  const place = target instanceof Element ? target.closest<HTMLElement>('[data-drop-version]') : null
  const file = place?.dataset.dropVersion
  return file ? { file, isSure: place.dataset.isSure === 'true' } : null
}

/** Files dropped onto a listed folder go into it. */
function folderAt(target: EventTarget | null): string | null {
  const folder = target instanceof Element ? target.closest<HTMLElement>('[data-drop-folder]') : null
  return folder?.dataset.dropFolder ?? null
}
