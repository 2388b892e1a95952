import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType, useSearchParams } from 'react-router'
import { commentQuery } from '#web/features/comments/queries'
import { shownAsked, withShown } from '#web/features/room/state/address'
import { choiceOf } from '#web/features/room/state/choice'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useComments, useReviewData, useShownVersion, useStackFile } from '#web/features/room/state/room-data'
import { ApiError } from '#web/lib/api-error'
import { toastForError } from '#web/lib/error-toast'
import { useStore } from '#web/lib/store'

/** `?file=` and `?comment=` open what they name, and follow what is shown, so that a reload stays. */
export function useAddress(): void {
  /** The selected comment in the address: it triggers nothing more. */
  const written = useRef<string | null>(null)
  useFileOfAddress(written)
  useCommentOfAddress(written)
  useShownInAddress()
  useChosenInAddress(written)
}

type Written = RefObject<string | null>

/** A link within this page, or Back, opens another file. Our own changes only replace the entry. */
function useFileOfAddress(written: Written): void {
  const { store } = useRoom()
  const { files } = useReviewData()
  const [search] = useSearchParams()
  const { key } = useLocation()
  const how = useNavigationType()
  const show = useEffectEvent(() => {
    if (how === NavigationType.Replace) return
    if (!search.has('comment')) written.current = null
    const asked = shownAsked(search)
    if (!files.some((file) => file._id === asked?.fileId)) return
    const now = store.get()
    const isSame =
      now.fileId === asked?.fileId &&
      now.page === asked.page &&
      (now.version?.number ?? null) === asked.version
    if (asked && !isSame) store.dispatch({ do: 'showFile', ...asked })
  })
  useEffect(() => show(), [key])
}

function useCommentOfAddress(written: Written): void {
  const { reviewId, store } = useRoom()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const wanted = search.get('comment')
  const { comments } = useComments()
  const loaded = useRef(comments)
  useEffect(() => {
    loaded.current = comments
  })

  useEffect(() => {
    if (!wanted || wanted === written.current) return
    let isCurrent = true
    const open = async () => {
      const known = loaded.current.find((comment) => comment._id === wanted)
      const comment = known ?? (await client.fetchQuery(commentQuery(reviewId, wanted)))
      if (!isCurrent || comment.review !== reviewId) return
      written.current = comment._id
      store.dispatch({
        do: 'choose',
        comment: { ...choiceOf(comment), version: comment.version },
        from: 'link',
      })
      store.dispatch({ do: 'sheet', isOpen: true })
    }
    open().catch((error: unknown) => {
      // Skips one that is missing or deleted.
      const isMissing = error instanceof ApiError && error.status === 404
      if (isCurrent && !isMissing) toastForError(error)
    })
    return () => {
      isCurrent = false
    }
  }, [wanted, written, reviewId, client, store])
}

function useShownInAddress(): void {
  const [, setSearch] = useSearchParams()
  const fileId = useRoomState((state) => state.fileId)
  const page = useRoomState((state) => state.page)
  const selected = useRoomState((state) => state.selected)
  const stack = useStackFile()
  const shown = useShownVersion()
  const version = shown === stack?.version ? null : shown
  const before = useRef(`${fileId} ${version} ${page}`)
  useEffect(() => {
    const now = `${fileId} ${version} ${page}`
    if (now === before.current || !fileId) return
    before.current = now
    // A link led here, perhaps to a comment not yet selected.
    const asked = shownAsked(new URLSearchParams(location.search))
    if (asked && now === `${asked.fileId} ${asked.version} ${asked.page}`) return
    setSearch(
      (search) => {
        const next = withShown(search, { fileId, version, page, zoom: null })
        if (next.get('comment') !== selected) next.delete('comment')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }, [fileId, version, page, selected, setSearch])
}

/** Quick steps write only the last one; browsers limit history calls. */
const restMs = 300

/** A pending comment has no address yet. */
function useChosenInAddress(written: Written): void {
  const { outbox, store } = useRoom()
  const [, setSearch] = useSearchParams()
  const selected = useRoomState((state) => state.selected)
  const isComing = useStore(outbox.store, (items) => items.some(({ key }) => key === selected))
  useEffect(() => {
    if (selected === written.current || isComing) return
    const path = location.pathname
    const rest = setTimeout(() => {
      // A user who has left may still see this page until the next one has loaded.
      if (location.pathname !== path || store.get().selected !== selected) return
      written.current = selected
      setSearch(
        (search) => {
          const next = new URLSearchParams(search)
          if (selected === null) next.delete('comment')
          else next.set('comment', selected)
          return next
        },
        { replace: true, preventScrollReset: true },
      )
    }, restMs)
    return () => clearTimeout(rest)
  }, [selected, isComing, written, store, setSearch])
}
