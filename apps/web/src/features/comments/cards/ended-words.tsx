import { type KeptText, KeptWords } from '#web/features/comments/cards/kept-words'
import { forgetKept } from '#web/features/comments/outbox/kept-files'
import type { Outbox } from '#web/features/comments/outbox/outbox'
import { useStore } from '#web/lib/store'

/** Text written for something that no longer exists. */
export function EndedWords<Target>({ outbox }: { outbox: Outbox<Target> }) {
  const items = useStore(outbox.store, (state) => state)
  const texts = items.flatMap((item): KeptText[] =>
    item.end
      ? [
          {
            key: item.key,
            text: outbox.textOf(item),
            files: item.files.map(({ name }) => name),
            about: item.end.why,
            discard() {
              outbox.discard(item.key)
              void forgetKept(item.files)
            },
          },
        ]
      : [],
  )
  return (
    <KeptWords title="This couldn’t be sent. It stays on this device until you discard it." texts={texts} />
  )
}
