import { VisuallyHidden } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReviewPage } from '@wingmark/contract/reviews'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { mayBeSummarised } from '#web/features/ai/host-words'
import { type ComposerPlace, reviewComposerPlace } from '#web/features/comments/composer/composer-place'
import { commentKeys, seedFileComments } from '#web/features/comments/queries'
import { reviewKeys, reviewQuery } from '#web/features/reviews/queries'
import { PhoneTools } from '#web/features/room/bar/mark-tools'
import { PhoneBar, PhonePages } from '#web/features/room/bar/phone-bar'
import { RoomBar } from '#web/features/room/bar/room-bar'
import { PhoneSeeAs } from '#web/features/room/bar/see-as'
import { useAddress } from '#web/features/room/effects/use-address'
import { useAllComments } from '#web/features/room/effects/use-all-comments'
import { useAskedPeople } from '#web/features/room/effects/use-asked-people'
import { useCodeInAddress } from '#web/features/room/effects/use-code-in-address'
import { useCompareCommand } from '#web/features/room/effects/use-compare-command'
import { useFileThatExists } from '#web/features/room/effects/use-file-that-exists'
import { usePrefetch } from '#web/features/room/effects/use-prefetch'
import { useReadThread } from '#web/features/room/effects/use-read-thread'
import { useRoomKeys } from '#web/features/room/effects/use-room-keys'
import { ConnectionNotice } from '#web/features/room/live/connection-notice'
import { useLive } from '#web/features/room/live/use-live'
import { RoundPlace } from '#web/features/room/round/round-place'
import { SidePanel } from '#web/features/room/side-panel'
import { PreviewNotice } from '#web/features/room/stage/preview-notice'
import { StageArea } from '#web/features/room/stage/stage-area'
import { shownAsked } from '#web/features/room/state/address'
import { createCommands } from '#web/features/room/state/commands'
import { comparingAsked } from '#web/features/room/state/comparing'
import { focusStage } from '#web/features/room/state/focus-stage'
import { keepVisit, lastVisit, serverClock } from '#web/features/room/state/last-visit'
import { nobodyElse, othersReducer } from '#web/features/room/state/others'
import { reviewOutbox } from '#web/features/room/state/review-outbox'
import { type Room, RoomContext, useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useFixes } from '#web/features/room/state/room-data'
import { initialRoom, roomReducer } from '#web/features/room/state/room-state'
import { StageViewContext } from '#web/features/room/state/stage-view'
import { createViewStore } from '#web/features/room/state/view-store'
import { FilesStrip } from '#web/features/room/strip/files-strip'
import { VersionBar } from '#web/features/room/versions/version-bar'
import { createRemovals } from '#web/lib/removals'
import { shareTokenOf } from '#web/lib/share-token'
import { createStore } from '#web/lib/store'
import { useUndo } from '#web/lib/undo'
import { usePreload } from '#web/ui/late-menu'
import { LateDialog, LatePart } from '#web/ui/late-notice'
import { lazily } from '#web/ui/lazily'
import { useBackCloses } from '#web/ui/use-back-closes'
import { useIsPhone } from '#web/ui/use-is-phone'
import { usePrinting } from '#web/ui/use-printing'
import classes from './room.module.css'

const HelpDialog = lazily(
  () => import('#web/features/room/help-dialog').then((dialog) => dialog.HelpDialog),
  (late, { onClose }) => <LateDialog late={late} what="The list of shortcuts" onClose={onClose} />,
)

const Compare = lazily(
  () => import('#web/features/room/compare/compare').then((view) => view.Compare),
  (late) => <LatePart late={late} what="The comparison" />,
)

// Nothing in its place: the comments are in the list as well.
const CarryBar = lazily(
  () => import('#web/features/room/carry/carry-bar').then((bar) => bar.CarryBar),
  () => null,
)

// Mounted before printing starts: printing does not wait.
const RoomPaper = lazily(
  () => import('#web/features/room/print/room-paper').then((paper) => paper.RoomPaper),
  () => null,
)

type Props = {
  page: ReviewPage
  /** For a device-only review: its composer, and its part of the bar. */
  onDevice?: { composer: ComposerPlace; tools: ReactNode }
}

/** The room of one review. Mount a new instance for another review. */
export function ReviewRoom({ page, onDevice }: Props) {
  const client = useQueryClient()
  const [search] = useSearchParams()
  const announcer = useRef<HTMLDivElement>(null)

  const [room] = useState((): Room => {
    seed(page)
    const { readAt } = page
    const asked = shownAsked(search)
    const isThere = page.files.some((file) => file._id === asked?.fileId)
    const first = page.files[0]?._id ?? null
    const store = createStore(roomReducer, {
      ...initialRoom(asked && isThere ? asked.fileId : first),
      page: asked && isThere ? asked.page : 1,
      version: asked?.version && isThere ? { number: asked.version } : null,
      comparing: onDevice ? null : comparingAsked(search),
    })
    return {
      reviewId: page._id,
      since: lastVisit(page._id, readAt),
      store,
      view: createViewStore(),
      outbox: reviewOutbox(client, page._id, onDevice !== undefined),
      composer:
        onDevice?.composer ??
        reviewComposerPlace(page._id, () => {
          const { readByAi } = client.getQueryData(reviewQuery(page._id).queryKey)?.review ?? page.review
          return readByAi ? mayBeSummarised(readByAi) : null
        }),
      commands: createCommands(),
      removals: createRemovals(() => shareTokenOf(page._id), onDevice !== undefined),
      others: createStore(othersReducer, nobodyElse),
      isOnDevice: onDevice !== undefined,
      tools: onDevice?.tools ?? null,
      announce: (sentence) => {
        if (announcer.current) announcer.current.textContent = sentence
      },
    }
  })

  const now = useMemo(() => serverClock(page.readAt), [page.readAt])
  const keepThisVisit = useEffectEvent(() => keepVisit(room.reviewId, now()))
  const [stage] = useState(() => ({ place: room.reviewId, view: room.view }))

  function seed({ _id, files: [first], comments }: ReviewPage) {
    if (first) seedFileComments(client, { reviewId: _id, fileId: first._id }, comments)
  }

  // Fetched again, the page brings the first file's current comments.
  const seeded = useRef(page.comments)
  useEffect(() => {
    if (seeded.current === page.comments) return
    seeded.current = page.comments
    seed(page)
  })

  useEffect(() => {
    // A change refused earlier may succeed now: the link is open, its key is known.
    room.outbox.lookAgain()
    const stopRemovals = room.removals.start()
    const keep = () => keepThisVisit()
    window.addEventListener('pagehide', keep)
    return () => {
      keep()
      window.removeEventListener('pagehide', keep)
      stopRemovals()
      // No live stream keeps them fresh from now on.
      void client.invalidateQueries({ queryKey: commentKeys.all, refetchType: 'none' })
      void client.invalidateQueries({ queryKey: reviewKeys.page(room.reviewId), refetchType: 'none' })
    }
  }, [room, client])

  return (
    <RoomContext value={room}>
      <StageViewContext value={stage}>
        <RoomLayout />
      </StageViewContext>
      <VisuallyHidden ref={announcer} aria-live="polite" role="log" />
    </RoomContext>
  )
}

function RoomLayout() {
  const isPhone = useIsPhone()
  const { reviewId, store } = useRoom()
  const { presence, status } = useLive()
  const isHelpOpen = useRoomState((state) => state.isHelpOpen)
  const isSheetOpen = useRoomState((state) => state.isSheetOpen)
  const isComparing = useRoomState((state) => state.comparing !== null)
  const isFolded = useRoomState((state) => state.comparing?.mode === 'SIDE' && state.isPanelFolded)
  const hasNewVersion = useRoomState((state) => state.newVersion !== null)
  useBackCloses(isPhone && isSheetOpen, () => store.dispatch({ do: 'sheet', isOpen: false }))
  useRoomKeys()
  useUndo(focusStage)
  useAddress()
  useCodeInAddress()
  useAskedPeople()
  useAllComments()
  useFileThatExists()
  useCompareCommand()
  usePrefetch()
  useReadThread()
  usePreload(RoomPaper.preload)
  const isPrinting = usePrinting()
  return (
    <>
      <div className={classes.room} data-folded={(isFolded && !isPhone) || undefined}>
        {isPhone ? <PhoneBar /> : <RoomBar />}
        <FilesStrip />
        <div className={classes.stageCell}>
          <div>
            <RoundPlace />
            {(hasNewVersion || !isComparing) && <VersionBar />}
            {!isComparing && <PreviewNotice />}
          </div>
          {isComparing ? (
            <Suspense fallback={<StageArea />}>
              <Compare />
            </Suspense>
          ) : (
            <OneDesign />
          )}
          <ConnectionNotice reviewId={reviewId} status={status} />
        </div>
        <SidePanel presence={presence} />
        {isHelpOpen && (
          <Suspense>
            <HelpDialog onClose={() => store.dispatch({ do: 'help', isOpen: false })} />
          </Suspense>
        )}
      </div>
      {isPrinting && (
        <Suspense>
          <RoomPaper />
        </Suspense>
      )}
    </>
  )
}

function OneDesign() {
  const isPhone = useIsPhone()
  const hasCarried = useFixes() !== undefined
  return (
    <>
      <StageArea />
      {hasCarried && (
        <Suspense>
          <CarryBar />
        </Suspense>
      )}
      {isPhone && <PhonePages />}
      {isPhone && <PhoneTools />}
      {isPhone && <PhoneSeeAs />}
    </>
  )
}
