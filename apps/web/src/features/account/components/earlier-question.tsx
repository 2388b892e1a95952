import { Button, Group, Text } from '@mantine/core'
import type { EarlierCounts } from '@wingmark/contract/earlier'
import { countEarlier } from '#web/features/account/earlier-words'
import { useAnswerEarlier } from '#web/features/account/settings-queries'
import { Dialog } from '#web/ui/dialog'

type Props = { earlier: EarlierCounts & { links: readonly string[] }; email: string }

export function EarlierQuestion({ earlier, email }: Props) {
  const answer = useAnswerEarlier()
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
        Someone used {email} before you confirmed it, and created {countEarlier(earlier)}. Their password and
        devices no longer work, and their links and invitations are paused.
      </Text>
      {earlier.links.length > 0 && (
        <Text size="sm" mt="sm">
          No one can open the links to {earlier.links.map((name) => `“${name}”`).join(', ')} until you answer.
        </Text>
      )}
      <Text size="sm" mt="sm">
        If it was you, keep it all. If you remove it, no one sees it, and you can undo that for 30 days in
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
