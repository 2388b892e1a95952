import { useQuery } from '@tanstack/react-query'
import { byAi } from '#web/features/ai/host-words'
import { plansQuery } from '#web/features/plans/queries'

/** What is sent to an AI service, or that there is none. */
export function AiService() {
  const { data } = useQuery(plansQuery)
  if (!data) return null
  if (!data.ai) return <p>No AI service is set up on this server: nothing is sent to one.</p>
  return (
    <p>
      <strong>AI:</strong> if you ask for help with your writing, your text is read {byAi(data.ai)}. If a
      review’s owner allows it, its members can have its comments summarised the same way, guests’ comments
      included; the review says so. Addresses, links, keys and codes are removed first, and from comments also
      the names of their authors and of people mentioned; a name in text you write yourself stays. Pictures
      and files are never sent. The answer is a suggestion: nothing is published or sent automatically.
      Wingmark keeps the last summary for the person who asked, and counts characters; it keeps other answers
      for at most two hours, to repeat them after a lost connection, and logs none of them. You can turn AI
      off in Your Profile.
    </p>
  )
}
