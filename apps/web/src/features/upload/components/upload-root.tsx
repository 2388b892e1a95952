import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useMatch } from 'react-router'
import { paths } from '#web/app/paths'
import { profileQuery } from '#web/features/account/queries'
import { answerUploadRequests } from '#web/lib/upload-request'
import { uploads, useUploads } from '../upload-runtime.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DropScreen } from './drop-screen.tsx'
import { LargeFilesDialog } from './large-files-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { useFilesFromPage } from './use-files-from-page.ts'
import { useUploadTarget } from './use-upload-target.ts'

/** Everything of the upload that is not a button; mounted once, below the signed-in header. */
export function UploadRoot() {
  const target = useUploadTarget()
  const userId = useQuery(profileQuery).data?.user._id
  const isOpen = useUploads((session) => session.view !== 'closed')
  const isDragging = useFilesFromPage(
    useHasUploadButton() || isOpen,
    (files) => void uploads.open(target, files),
  )

  useEffect(() => {
    if (userId) uploads.claim(userId)
  }, [userId])

  useEffect(
    () =>
      answerUploadRequests(({ files }) => void uploads.open(target, files.length > 0 ? files : undefined)),
    [target],
  )

  return (
    <>
      <ChooseDialog />
      <PublishDialog />
      <LargeFilesDialog />
      <ConflictDialog />
      {isDragging && <DropScreen />}
    </>
  )
}

/** The pages with the floating upload button, where files may be dropped or pasted at once. */
function useHasUploadButton(): boolean {
  const { pathname } = useLocation()
  const isReview = useMatch(paths.review(':id')) !== null
  return isReview || pathname === paths.dashboard || pathname === paths.reviews
}
