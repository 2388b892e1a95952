import { Button, Checkbox, Group, Skeleton } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconUpload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ItemIcon } from '#web/features/deliveries/components/item-icon'
import { transfersQuery } from '#web/features/transfers/queries'
import { Dialog } from '#web/ui/dialog'
import { LoadError } from '#web/ui/load-error'
import classes from './deliveries.module.css'

type Props = {
  opened: boolean
  present: readonly string[]
  isBusy: boolean
  onAdd: (items: string[]) => void
  onUpload: () => void
  onClose: () => void
}

/** Adds more of the user's transfers, or files of the device, which become transfers. */
export function AddItems({ opened, onClose, ...rest }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Add files" closeButtonProps={{ 'aria-label': 'Close' }}>
      {opened && <Choice {...rest} />}
    </Dialog>
  )
}

type Place = { id: string; name: string }

function Choice({ present, isBusy, onAdd, onUpload }: Omit<Props, 'opened' | 'onClose'>) {
  const [path, setPath] = useState<readonly Place[]>([])
  const [chosen, setChosen] = useState<readonly string[]>([])
  const here = path.at(-1) ?? null
  const query = useInfiniteQuery(transfersQuery({ folder: here?.id ?? null, word: '', sort: '-createdAt' }))
  const found = query.data?.pages.flatMap((page) => page.results)
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <div className={classes.fields}>
      {here && (
        <div className={classes.buttons}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconChevronLeft size={14} aria-hidden />}
            onClick={() => setPath(path.slice(0, -1))}
          >
            Back
          </Button>
          <strong>
            <bdi>{here.name}</bdi>
          </strong>
        </div>
      )}
      {!found && query.isError && <LoadError what="Your files" onRetry={() => void query.refetch()} />}
      {!found && !query.isError && <Skeleton height={120} />}
      {found?.length === 0 && <p className={classes.notice}>No files here.</p>}
      {found && found.length > 0 && found.every(({ _id }) => present.includes(_id)) && (
        <p className={classes.notice}>Everything here has already been sent.</p>
      )}
      {found && found.length > 0 && (
        <ul className={classes.lines} aria-label="Your files">
          {found.map((item) => {
            const { _id: id, name, type } = item
            return (
              <li key={id} className={classes.line}>
                <Checkbox
                  className={classes.words}
                  classNames={{ body: classes.centred }}
                  label={
                    <span className={classes.choice}>
                      <ItemIcon item={item} />
                      <span className={classes.name}>{name}</span>
                    </span>
                  }
                  checked={present.includes(id) || chosen.includes(id)}
                  disabled={present.includes(id)}
                  onChange={() => toggle(id)}
                />
                {type === 'FOLDER' && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="gray"
                    aria-label={`Open ${name}`}
                    rightSection={<IconChevronRight size={14} aria-hidden />}
                    onClick={() => setPath([...path, { id, name }])}
                  >
                    Open
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <Group justify="space-between">
        <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={onUpload}>
          Upload from this device
        </Button>
        <Button disabled={chosen.length === 0} loading={isBusy} onClick={() => onAdd([...chosen])}>
          Add
        </Button>
      </Group>
    </div>
  )
}
