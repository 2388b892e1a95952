import { Menu } from '@mantine/core'
import type { Presence } from '#web/features/room/live/use-live'
import { arePointersShown, showPointers } from '#web/features/room/state/pointers'
import { useRoom } from '#web/features/room/state/room-context'
import { useReviewData } from '#web/features/room/state/room-data'
import { formatCount } from '#web/lib/format'
import { useStore } from '#web/lib/store'
import { Face } from '#web/ui/face'
import classes from './panel.module.css'

const shownMax = 4

/** Who else is here: faces, what each looks at, and the pointer switch. */
export function Faces({ presence: { viewers, people } }: { presence: Presence }) {
  if (viewers < 2) return null
  const shown = people.slice(0, shownMax)
  const more = viewers - shown.length
  const nameless = viewers - people.length
  const words = [
    ...people.map((one) => one.name),
    ...(nameless > 0 ? [formatCount(nameless, 'visitor')] : []),
  ].join(', ')
  return (
    <span className={classes.presence}>
      <span className={classes.faces} aria-hidden>
        {shown.map(({ _id, name, avatar, color }) => (
          <Face key={_id} connectionId={_id} name={name} src={avatar} size={24} color={color} />
        ))}
        {more > 0 && <span className={classes.more}>+{more}</span>}
      </span>
      <span className={classes.live} aria-hidden />
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <button type="button" aria-label={`${viewers} here: ${words}`} title={words} />
        </Menu.Target>
        <Menu.Dropdown className={classes.people}>
          <WhereTheyAre people={people} nameless={nameless} />
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}

type WhereProps = { people: Presence['people']; nameless: number }

function WhereTheyAre({ people, nameless }: WhereProps) {
  const { others, store } = useRoom()
  const { files } = useReviewData()
  const places = useStore(others, (state) => state.places)
  const areShown = useStore(arePointersShown, (on) => on)
  const placeOf = (id: string) => {
    const place = places.find((one) => one._id === id)
    const file = files.find((one) => one._id === place?.file)
    return place && file ? { file, page: place.page } : null
  }
  return (
    <>
      {people.map(({ _id, name, avatar, color }) => {
        const place = placeOf(_id)
        const face = <Face connectionId={_id} name={name} src={avatar} size={20} color={color} />
        if (!place)
          return (
            <Menu.Label key={_id} className={classes.who}>
              {face} {name}
            </Menu.Label>
          )
        return (
          <Menu.Item
            key={_id}
            leftSection={face}
            onClick={() => store.dispatch({ do: 'showFile', fileId: place.file._id, page: place.page })}
          >
            {name} <span className={classes.at}>at {place.file.name}</span>
          </Menu.Item>
        )
      })}
      {nameless > 0 && <Menu.Label>{formatCount(nameless, 'visitor')} without a name</Menu.Label>}
      <Menu.Divider />
      <Menu.CheckboxItem checked={areShown} onChange={showPointers} closeMenuOnClick={false}>
        Show pointers, including mine
      </Menu.CheckboxItem>
    </>
  )
}
