import { Button, Group, Text } from '@mantine/core'
import type { UnverifiedCounts } from '@wingmark/contract/unverified-work'
import { useAnswerUnverifiedWork } from '#web/features/account/settings-queries'
import { countUnverified } from '#web/features/account/unverified-work-words'
import { Dialog } from '#web/ui/dialog'

type Props = { earlier: UnverifiedCounts & { links: readonly string[] }; email: string }

export function UnverifiedWorkQuestion({ earlier, email }: Props) {
  const answer = useAnswerUnverifiedWork()
  return (
    <Dialog
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="Is this yours?"
    >
      <Text size="sm">
        Someone used {email} before you confirmed it, and created {countUnverified(earlier)}. Their password
        no longer works, their devices have been signed out, and their links and invitations are paused.
      </Text>
      {earlier.links.length > 0 && (
        <Text size="sm" mt="sm">
          No one can open the links to {earlier.links.map((name) => `“${name}”`).join(', ')} until you answer.
        </Text>
      )}
      <Text size="sm" mt="sm">
        If it was you, keep it all. If you remove it, no one will see it. You can undo this for 30 days in
        Your Profile.
      </Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="default"
          loading={answer.isPending && answer.variables === 'REMOVE'}
          disabled={answer.isPending}
          onClick={() => answer.mutate('REMOVE')}
        >
          Remove
        </Button>
        <Button
          data-autofocus
          loading={answer.isPending && answer.variables === 'KEEP'}
          disabled={answer.isPending}
          onClick={() => answer.mutate('KEEP')}
        >
          Keep
        </Button>
      </Group>
    </Dialog>
  )
}
