import { Button, Checkbox, Skeleton, TextInput } from '@mantine/core'
import { IconChevronLeft, IconFile, IconFolder } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteFile, type File, renameFile } from '@wingmark/contract/files'
import { isolated } from '@wingmark/contract/names'
import type { Transfer } from '@wingmark/contract/transfers'
import { useState } from 'react'
import { v4 as uuid } from 'uuid'
import { copyFile } from '#web/features/files/queries'
import { thumbnailOf, transfersQuery } from '#web/features/transfers/queries'
import { addVersion, offerToRemove, startFreshWords } from '#web/features/versions/queries'
import { call } from '#web/lib/api'
import { orTakeBack } from '#web/lib/or-take-back'
import { Dialog } from '#web/ui/dialog'
import { LoadError } from '#web/ui/load-error'
import classes from './version-list.module.css'

type Props = { file: File; reviewId: string; onClose: () => void }

/** Chooses one of the user’s own transfers as the next version; the transfer stays. */
export function FromTransfers({ file, reviewId, onClose }: Props) {
  const client = useQueryClient()
  const [word, setWord] = useState('')
  const [path, setPath] = useState<readonly Transfer[]>([])
  const [startFresh, setStartFresh] = useState(false)
  const folder = path.at(-1) ?? null
  const listing = { folder: folder?._id ?? null, word, sort: '-createdAt' } as const
  const list = useInfiniteQuery(transfersQuery(listing))
  const copyAsVersion = async ({ id, name }: { id: string; name: string }) => {
    const copy = await copyFile(id, uuid())
    const params = { id: copy._id }
    const made = { reviewId, id: file._id, stored: copy._id, startFresh, key: uuid() }
    const adding = call(renameFile, { params, body: { name } }).then(() => addVersion(client, made))
    const added = await orTakeBack(adding, () => call(deleteFile, { params }))
    offerToRemove(client, [added])
  }
  const take = useMutation({
    mutationFn: ({ file: own, name }: Transfer) => copyAsVersion({ id: own?._id ?? '', name }),
    onSuccess: onClose,
  })
  const items = list.data?.pages.flatMap(({ results }) => results) ?? []
  const shown = items.filter((item) => item.type === 'FOLDER' || isDesign(item))
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`New version of ${isolated(file.name)}`}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TextInput
        data-autofocus
        label="Your transfers"
        placeholder="Search by name"
        value={word}
        onChange={({ currentTarget }) => setWord(currentTarget.value)}
      />
      <Checkbox
        mt="md"
        {...startFreshWords}
        checked={startFresh}
        onChange={({ currentTarget }) => setStartFresh(currentTarget.checked)}
      />
      {folder && (
        <Button
          mt="xs"
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconChevronLeft size={14} aria-hidden />}
          onClick={() => setPath(path.slice(0, -1))}
        >
          {folder.name}
        </Button>
      )}
      {list.isPending && <Skeleton mt="sm" height={120} />}
      {list.isLoadingError && <LoadError what="Your transfers" onRetry={() => void list.refetch()} />}
      <ul className={classes.transfers}>
        {shown.map((item) => (
          <li key={item._id}>
            <button
              type="button"
              className={classes.open}
              disabled={take.isPending}
              onClick={() => (item.type === 'FOLDER' ? setPath([...path, item]) : take.mutate(item))}
            >
              <span className={classes.picture} aria-hidden>
                <Picture item={item} />
              </span>
              <span className={classes.name}>{item.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.data && shown.length === 0 && <p className={classes.facts}>No images or PDFs here.</p>}
      {list.hasNextPage && (
        <Button fullWidth variant="default" onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Dialog>
  )
}

const isDesign = ({ file }: Transfer) => file !== null && file.kind !== 'OTHER' && file.kind !== 'VIDEO'

function Picture({ item }: { item: Transfer }) {
  const thumbnail = thumbnailOf(item)
  if (thumbnail) return <img src={thumbnail} alt="" loading="lazy" />
  return item.type === 'FOLDER' ? <IconFolder size={20} /> : <IconFile size={20} />
}
