import { Skeleton } from '@mantine/core'
import { IconChecklist, IconFile, IconFolder } from '@tabler/icons-react'
import { isolated } from '@wingmark/contract/names'
import type { SearchHit, SearchTab } from '@wingmark/contract/search'
import { Link } from 'react-router'
import { Highlighted } from '#web/features/search/components/highlighted'
import { rememberWord } from '#web/features/search/recent-words'
import { formatRelativeTime } from '#web/lib/format'
import { CoverPicture } from '#web/ui/cover-picture'
import { Face } from '#web/ui/face'
import classes from './hit-list.module.css'

type Props = { hits: readonly SearchHit[]; tab: SearchTab; word: string }

/** Each hit links to its exact place. */
export function HitList({ hits, tab, word }: Props) {
  return (
    <ul className={classes.list}>
      {hits.map((hit) => (
        <li key={hit._id}>
          <Link to={hit.path} className={classes.hit} onClick={() => rememberWord(word)}>
            <HitPicture hit={hit} tab={tab} />
            <span className={classes.words}>
              <span className={classes.title}>
                <Highlighted text={hit.title} word={word} />
              </span>
              {hit.text && (
                <span className={classes.text}>
                  <Highlighted text={hit.text} word={word} />
                </span>
              )}
              <span className={classes.place}>{placeOf(hit, tab)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const placeOf = (hit: SearchHit, tab: SearchTab) =>
  [
    tab === 'reviews' && hit.person ? `by ${isolated(hit.person.name)}` : '',
    hit.place,
    tab === 'people' ? '' : formatRelativeTime(hit.at),
  ]
    .filter(Boolean)
    .join(' · ')

const faced: readonly SearchTab[] = ['comments', 'people', 'messages']

export function HitPicture({ hit, tab }: { hit: SearchHit; tab: SearchTab }) {
  if (faced.includes(tab) && hit.person)
    return <Face connectionId={hit.person._id} name={hit.person.name} src={hit.person.avatar} size={36} />
  if (tab === 'reviews' || tab === 'files')
    return (
      <span className={classes.cover}>
        <CoverPicture url={hit.pictureUrl} />
      </span>
    )
  const Icon = tab === 'tasks' ? IconChecklist : hit.text === 'Folder' ? IconFolder : IconFile
  return (
    <span className={classes.icon}>
      <Icon size={20} aria-hidden />
    </span>
  )
}

/** As high as the hits that it represents. */
export function HitsLoading() {
  return (
    <output className={classes.list} aria-label="Searching">
      {Array.from({ length: 5 }, (_, index) => (
        <div key={index} className={classes.hit}>
          <Skeleton className={classes.cover} />
          <span className={classes.words}>
            <Skeleton height={14} width="45%" my={3} />
            <Skeleton height={10} width="70%" my={4} />
          </span>
        </div>
      ))}
    </output>
  )
}
