import { useEffect, useRef } from 'react'
import type { Desk } from '#web/features/room/compare/compare'
import { type PagePair, pairChange } from '#web/features/room/compare/page-pairs'
import { thumbnailUrl } from '#web/features/room/state/page-source'
import classes from './compare.module.css'

/** Pages of both sides, in order; those on only one side say so. */
export function PairStrip({ desk: { pages, from, to } }: { desk: Desk }) {
  const list = useRef<HTMLOListElement>(null)
  const { at, pairs, show } = pages
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [at])
  return (
    <nav className={classes.strip} aria-label="Compared pages">
      <ol ref={list} className={classes.pairs}>
        {pairs.map((pair, i) => (
          <li key={pair.join(' ')}>
            <button
              type="button"
              className={classes.pair}
              aria-current={i === at ? 'page' : undefined}
              aria-label={nameOf(pair)}
              onClick={() => show(i)}
            >
              <img
                src={
                  pair[1] === null ? thumbnailUrl(from.file, pair[0] ?? 1) : thumbnailUrl(to.file, pair[1])
                }
                alt=""
                loading="lazy"
                decoding="async"
              />
              <span className={classes.pairWord} data-change={pairChange(pair)}>
                {pairChange(pair) ?? numbersOf(pair)}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const numbersOf = ([from, to]: PagePair) => (from === to ? String(to) : `${from} → ${to}`)

function nameOf(pair: PagePair): string {
  const [from, to] = pair
  const change = pairChange(pair)
  if (change) return `Page ${to ?? from}, ${change.toLowerCase()}`
  return from === to ? `Page ${to}` : `Page ${to}, page ${from} before`
}
