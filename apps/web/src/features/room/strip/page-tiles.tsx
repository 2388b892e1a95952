import { Box } from '@mantine/core'
import type { File } from '@wingmark/contract/files'
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import type { Segment } from '#web/features/room/state/list-window'
import { pageCount } from '#web/features/room/state/page-source'
import { useRoom, useRoomState } from '#web/features/room/state/room-context'
import { useComments } from '#web/features/room/state/room-data'
import { useListWindow } from '#web/features/room/state/use-list-window'
import { PageTile } from '#web/features/room/strip/page-tile'
import { stripMoves } from '#web/features/room/strip/strip-moves'
import { keyIn } from '#web/lib/keys'
import classes from './files-strip.module.css'

/** Where the strip's arrow keys enter the pages. */
export type PagesEntry = { enter: (from: 'above' | 'below') => void }

type Props = { file: File; ref: Ref<PagesEntry> }

/** The open PDF's pages under its tile; many are mounted only near the view. */
export function PageTiles({ file, ref }: Props) {
  const { store } = useRoom()
  const { comments } = useComments()
  const page = useRoomState((state) => state.page)
  const counts = useMemo(() => {
    const byPage = new Map<number, number>()
    for (const { marker, status, version } of comments) {
      if (marker && status === 'OPEN' && version === file.version)
        byPage.set(marker.page, (byPage.get(marker.page) ?? 0) + 1)
    }
    return byPage
  }, [comments, file.version])
  const total = pageCount(file)
  const list = useRef<HTMLOListElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const { segments, look, show } = useListWindow(total, (focused ?? page) - 1)

  const onScroll = useEffectEvent((strip: HTMLElement) => look(strip))
  useEffect(() => {
    const strip = list.current?.closest('nav')
    if (!strip) return
    const listening = new AbortController()
    strip.addEventListener('scroll', () => onScroll(strip), { signal: listening.signal, passive: true })
    return () => listening.abort()
  }, [total])

  // The current page may not be mounted.
  const showPage = useEffectEvent((number: number) => show(number - 1))
  useEffect(() => showPage(page), [page])

  const focusPage = (number: number) => {
    flushSync(() => show(number - 1))
    list.current?.querySelector<HTMLElement>(`[data-page="${number}"]`)?.focus()
  }
  useImperativeHandle(ref, () => ({ enter: (from) => focusPage(from === 'above' ? 1 : total) }))

  const onKeyDown = (event: KeyboardEvent) => {
    const at = pageOf(document.activeElement)
    const next = at === null ? 0 : at + (keyIn(event, stripMoves) ?? 0)
    // At the ends the arrows continue to the neighbouring files.
    if (next === at || next < 1 || next > total) return
    event.preventDefault()
    event.stopPropagation()
    focusPage(next)
  }
  const onFocus = (event: FocusEvent) => setFocused(pageOf(event.target))

  if (total < 2) return null
  const tile = (number: number) => (
    <li key={number} aria-setsize={total} aria-posinset={number}>
      <PageTile
        file={file}
        number={number}
        count={counts.get(number) ?? 0}
        isCurrent={number === page}
        onOpen={() => store.dispatch({ do: 'showPage', page: number })}
      />
    </li>
  )
  return (
    <ol
      ref={list}
      className={classes.pages}
      aria-label={`Pages of ${file.name}`}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={() => setFocused(null)}
    >
      {segments.flatMap((segment) =>
        segment.kind === 'cards'
          ? Array.from({ length: segment.to - segment.from }, (_, i) => tile(segment.from + i + 1))
          : [<PageSpace key={`space from ${segment.from}`} file={file} {...segment} />],
      )}
    </ol>
  )
}

/** As tall as the unmounted pages, by their ratios and spacing. */
function PageSpace({ file, from, to }: Segment & { file: File }) {
  let heights = 0
  for (let index = from; index < to; index++) {
    const size = file.pages?.[index]
    heights += size ? size.height / size.width : 3 / 4
  }
  const style = { '--count': to - from, '--heights': heights }
  return (
    <Box
      component="li"
      className={classes.pageSpace}
      style={style}
      data-space={`${from} ${to}`}
      aria-hidden
    />
  )
}

function pageOf(element: Element | null): number | null {
  const page = element instanceof HTMLElement ? Number(element.dataset.page) : Number.NaN
  return Number.isNaN(page) ? null : page
}
