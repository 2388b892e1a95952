import type { MessageBox } from '@wingmark/contract/messages'
import { useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { PersonMenu } from '#web/features/connections/components/person-menu'
import { ConversationList } from '#web/features/messages/components/conversation-list'
import { NewConversation } from '#web/features/messages/components/new-conversation'
import { NothingOpen, useIsEmpty } from '#web/features/messages/components/nothing-open'
import { OpenConversation, type ThreadMenuProps } from '#web/features/messages/components/open-conversation'
import { paths } from '#web/lib/paths'
import { useUndo } from '#web/lib/undo'
import { useWindowTitle } from '#web/ui/use-window-title'
import classes from './messages-page.module.css'

const inBox = (path: string, box: MessageBox) => (box === 'REQUESTS' ? `${path}?box=requests` : path)

function ThreadMenu({ conversation: { person, can, request }, newest }: ThreadMenuProps) {
  if (!person) return null
  const isBlocked = !can.write && request !== 'OUTGOING'
  return <PersonMenu person={person} message={newest?._id} isBlocked={isBlocked} />
}

/** The list beside the conversation; on a phone one at a time. */
export function MessagesPage() {
  const { id } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const thread = useRef<HTMLElement>(null)
  const userId = params.get('with')
  const box = params.get('box') === 'requests' ? 'REQUESTS' : 'INBOX'
  const isOpen = id !== undefined || userId !== null
  const isEmpty = useIsEmpty(box)
  useWindowTitle('Messages')
  useUndo(() => thread.current?.querySelector('textarea')?.focus())
  const listPath = inBox(paths.messages, box)
  return (
    <div className={classes.root} data-open={isOpen || undefined} data-empty={isEmpty || undefined}>
      <div className={classes.list}>
        <h1 className={classes.title}>Messages</h1>
        <ConversationList
          box={box}
          onBox={(next) => void navigate(inBox(id ? paths.conversation(id) : paths.messages, next))}
          open={id}
          pathOf={({ _id }) => inBox(paths.conversation(_id), box)}
        />
      </div>
      <section ref={thread} className={classes.thread} aria-label="Conversation">
        {id !== undefined && <OpenConversation key={id} id={id} listPath={listPath} Menu={ThreadMenu} />}
        {id === undefined && userId !== null && (
          <NewConversation key={userId} userId={userId} listPath={listPath} />
        )}
        {!isOpen && isEmpty !== null && <NothingOpen box={box} isEmpty={isEmpty} />}
      </section>
    </div>
  )
}
