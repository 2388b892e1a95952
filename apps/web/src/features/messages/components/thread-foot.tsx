import { Alert, Anchor, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { directMessageMax } from '@wingmark/contract/limits'
import { type Conversation, messageLimitReached } from '@wingmark/contract/messages'
import { isolated } from '@wingmark/contract/names'
import { useState } from 'react'
import { usageQuery } from '#web/features/account/queries'
import { personComposerPlace } from '#web/features/comments/composer/composer-place'
import { MessageForm } from '#web/features/comments/composer/message-form'
import { useBlock, useUnblock } from '#web/features/connections/queries'
import { messageOutbox } from '#web/features/messages/message-outbox'
import { messageKeys, useAcceptRequest, withQuery } from '#web/features/messages/queries'
import { slotOfPerson } from '#web/features/messages/write-message'
import { formatClock, formatCount } from '#web/lib/format'
import { openPopup } from '#web/lib/popups'
import { useIsOnline } from '#web/ui/use-is-online'
import { useIsPhone } from '#web/ui/use-is-phone'
import classes from './thread.module.css'

const words = { noun: 'message', max: directMessageMax } as const
const notifiedFrom = 3

/** The composer, or why there is none. */
export function ThreadFoot({ conversation }: { conversation: Conversation }) {
  const { person, request, can } = conversation
  // The connection ended: the other person decides whether writing continues.
  const isAsked = person !== null && can.write && !can.attach
  const { data: between } = useQuery({ ...withQuery(person?._id ?? ''), enabled: isAsked })
  if (!person) return <Closed text="This account was deleted. Your conversation stays here." />
  if (request === 'OUTGOING')
    return (
      <Closed
        text={`Your first message is a request. You can write more once ${isolated(person.name)} answers.`}
      />
    )
  if (!can.write) return <Blocked person={person} />
  if (isAsked && between?.refusal) return <Closed text={between.refusal} />
  return (
    <>
      {request === 'INCOMING' && <Request conversation={conversation} person={person} />}
      <Composer
        key={String(can.attach)}
        person={person}
        canAttach={can.attach}
        placeholder={request === 'INCOMING' ? 'Reply to accept…' : 'Write a message…'}
      />
    </>
  )
}

type Person = { _id: string; name: string }

export function Closed({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div className={classes.closed}>
      <p>{text}</p>
      {children}
    </div>
  )
}

function Blocked({ person }: { person: Person }) {
  const unblock = useUnblock()
  const refresh = useRefresh()
  return (
    <Closed
      text={`You’ve blocked ${isolated(person.name)}. The conversation is closed, and only you still see it.`}
    >
      <Button
        variant="default"
        size="xs"
        loading={unblock.isPending}
        onClick={() => unblock.mutate(person._id, { onSuccess: refresh })}
      >
        Unblock
      </Button>
    </Closed>
  )
}

function Request({ conversation, person }: { conversation: Conversation; person: Person }) {
  const accept = useAcceptRequest()
  const block = useBlock()
  const refresh = useRefresh()
  return (
    <Alert
      variant="default"
      title={`${isolated(person.name)} wants to message you`}
      className={classes.request}
      role="group"
    >
      They can’t see that you’ve read this. Reply or accept to continue the conversation.
      <Group gap="xs" mt="xs">
        <Button
          variant="default"
          size="xs"
          loading={accept.isPending}
          onClick={() => accept.mutate(conversation._id)}
        >
          Accept
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          loading={block.isPending}
          onClick={() => block.mutate(person._id, { onSuccess: refresh })}
        >
          Block
        </Button>
      </Group>
    </Alert>
  )
}

function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: messageKeys.all })
}

type ComposerProps = { person: Person; canAttach: boolean; placeholder: string }

export function Composer({ person, canAttach, placeholder }: ComposerProps) {
  const client = useQueryClient()
  const [place] = useState(() => personComposerPlace(words, canAttach))
  const isOnline = useIsOnline()
  // On a phone its keyboard would cover the messages.
  const isPhone = useIsPhone()
  return (
    <div className={classes.foot}>
      {!isOnline && (
        <p className={classes.note} role="status">
          You’re offline. Your messages will be sent once you’re back online.
        </p>
      )}
      <MessagesLeft />
      <MessageForm
        place={place}
        slot={slotOfPerson(person._id)}
        label={`Message to ${person.name}`}
        placeholder={placeholder}
        submit="Send"
        isFocused={!isPhone}
        isAlwaysOpen
        onSend={(content) =>
          messageOutbox(client).send({
            ...content,
            mentioned: [],
            target: { kind: 'message', to: person._id },
          })
        }
      />
    </div>
  )
}

/** Today's remaining messages, once few. */
function MessagesLeft() {
  const { data } = useQuery(usageQuery)
  if (!data) return null
  const { plan } = data
  const { used, limit, resetsAt } = data.messages
  const left = Math.max(0, limit - used)
  if (left > notifiedFrom) return null
  const back = `Your limit resets at ${formatClock(resetsAt)}`
  return (
    <p className={classes.note} role="status">
      {left === 0
        ? `${messageLimitReached(limit)} ${back}; until then, your text is saved as a draft.`
        : `${formatCount(left, 'message')} left today. ${back}.`}{' '}
      {plan === 'FREE' && (
        <Anchor component="button" type="button" size="sm" onClick={() => openPopup('pilot-benefit')}>
          Get more messages for free
        </Anchor>
      )}
    </p>
  )
}
