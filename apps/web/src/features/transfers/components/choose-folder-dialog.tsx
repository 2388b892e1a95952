import { Button, Group, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconFolder } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Crumb, FolderList, Item } from '#web/features/transfers/transfer-source'
import { Dialog } from '#web/ui/dialog'
import { LoadError } from '#web/ui/load-error'
import classes from './transfers.module.css'

type Props = {
  what: 'move' | 'copy' | null
  items: readonly Item[]
  listFolders: FolderList
  onChoose: (parent: string | null, name: string) => void
  onClose: () => void
}

/** Chooses a target, from the root down through folders. */
export function ChooseFolderDialog({ what, items, listFolders, onChoose, onClose }: Props) {
  const title = what === 'copy' ? 'Copy to' : 'Move to'
  return (
    <Dialog
      opened={what !== null}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {what !== null && <Folders verb={title} items={items} listFolders={listFolders} onChoose={onChoose} />}
    </Dialog>
  )
}

type Found = Awaited<ReturnType<FolderList>>

function Folders({
  verb,
  items,
  listFolders,
  onChoose,
}: Pick<Props, 'items' | 'listFolders' | 'onChoose'> & { verb: string }) {
  const [path, setPath] = useState<readonly Crumb[]>([])
  const [found, setFound] = useState<Found | 'failed' | null>(null)
  const [tries, setTries] = useState(0)
  const here = path.at(-1) ?? null
  const id = here?.id ?? null
  useEffect(() => {
    let isWanted = true
    setFound(null)
    listFolders(id).then(
      (some) => isWanted && setFound(some),
      () => isWanted && setFound('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [id, listFolders, tries])
  const showMore = async ({ folders, next }: Found) => {
    const more = await listFolders(id, next ?? undefined).catch(() => null)
    // Another folder may be open by now.
    if (more)
      setFound((now) =>
        now !== 'failed' && now?.folders === folders
          ? { ...more, folders: [...folders, ...more.folders] }
          : now,
      )
  }
  const going = new Set(items.map((item) => item.id))
  const name = here?.name ?? 'All files'
  return (
    <>
      <Group gap="xs" mb="xs">
        {here && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconChevronLeft size={14} aria-hidden />}
            onClick={() => setPath(path.slice(0, -1))}
          >
            Back
          </Button>
        )}
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </Group>
      {found === null && <Skeleton height={120} />}
      {found === 'failed' && <LoadError what="Your folders" onRetry={() => setTries(tries + 1)} />}
      {found !== null && found !== 'failed' && (
        <ul className={classes.folders} aria-label={`Folders in ${name}`}>
          {found.folders.map((folder) => (
            <li key={folder.id}>
              <Button
                fullWidth
                justify="start"
                variant="subtle"
                color="gray"
                disabled={going.has(folder.id)}
                leftSection={<IconFolder size={18} aria-hidden />}
                onClick={() => setPath([...path, { id: folder.id, name: folder.name }])}
              >
                {folder.name}
              </Button>
            </li>
          ))}
          {found.folders.length === 0 && <li className={classes.quiet}>No folders here.</li>}
          {found.next !== null && (
            <li>
              <Button fullWidth variant="default" onClick={() => void showMore(found)}>
                Show more folders
              </Button>
            </li>
          )}
        </ul>
      )}
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={() => onChoose(id, name)}>
          {verb} <bdi>{name}</bdi>
        </Button>
      </Group>
    </>
  )
}
