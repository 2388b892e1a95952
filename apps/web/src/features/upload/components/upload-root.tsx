import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { profileQuery } from '#web/features/account/queries'
import { useUploadRequests } from '#web/lib/upload-request'
import { loadUploadLibrary } from '#web/lib/upload-tus'
import { uploads, useUploads } from '../upload-runtime.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DropScreen } from './drop-screen.tsx'
import { LargeFilesDialog } from './large-files-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { UploadOverlay } from './upload-overlay.tsx'
import { useFilesFromPage } from './use-files-from-page.ts'
import { useUploadTarget } from './use-upload-target.ts'

/** Everything of the upload that is not a button; mounted once, below the signed-in header. */
export function UploadRoot() {
  const { reviewId, takesFiles } = useUploadTarget()
  const userId = useQuery(profileQuery).data?.user._id
  const isOpen = useUploads((session) => session.view !== 'closed')
  const isDragging = useFilesFromPage(takesFiles || isOpen, (files) => void uploads.open(reviewId, files))

  useEffect(() => {
    if (isOpen) void loadUploadLibrary().catch(() => undefined)
  }, [isOpen])

  useEffect(() => {
    if (userId) uploads.claim(userId)
  }, [userId])

  useUploadRequests((files) => void uploads.open(reviewId, files.length > 0 ? files : undefined))

  return (
    <>
      <ChooseDialog />
      <PublishDialog />
      <LargeFilesDialog />
      <ConflictDialog />
      <UploadOverlay />
      {isDragging && <DropScreen isForReview={reviewId !== null} />}
    </>
  )
}
