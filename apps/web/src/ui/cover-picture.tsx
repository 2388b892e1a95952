import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './cover-picture.module.css'

const retryMs = [1_500, 3_000, 6_000, 12_000]

type Props = {
  url: string | null
  isEager?: boolean
  /** Several sizes, and its display width. */
  choice?: { srcSet: string; sizes: string } | undefined
}

/** A picture that may still be rendering: retries, then shows an icon. Fills the positioned box around it. */
export function CoverPicture({ url, isEager = false, choice }: Props) {
  const [state, setState] = useState<'loading' | 'shown' | 'waiting'>('loading')
  const [tries, setTries] = useState(0)
  const pause = state === 'waiting' ? retryMs[tries] : undefined
  useEffect(() => {
    if (pause === undefined) return
    const timer = setTimeout(() => {
      setTries((count) => count + 1)
      setState('loading')
    }, pause)
    return () => clearTimeout(timer)
  }, [pause])
  return (
    <span className={classes.root} data-state={state}>
      {url && state !== 'waiting' && (
        <img
          // A picture that the page has shown before appears at once.
          ref={(image) => {
            if (image?.complete && image.naturalWidth > 0) setState('shown')
          }}
          {...choice}
          src={url}
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          decoding="async"
          className={classes.picture}
          onLoad={() => setState('shown')}
          onError={() => setState('waiting')}
        />
      )}
      {(!url || state === 'waiting') && (
        <IconPhoto size={28} stroke={1.25} aria-hidden className={classes.icon} />
      )}
    </span>
  )
}
