import { useQuery } from '@tanstack/react-query'
import { byAi } from '#web/features/ai/host-words'
import { plansQuery } from '#web/features/plans/queries'

/** What an AI service is sent here; that there is none, where none is set up. */
export function AiService() {
  const { data } = useQuery(plansQuery)
  if (!data) return null
  if (!data.ai) return <p>No AI service is set up on this server: nothing is sent to one.</p>
  return (
    <p>
      <strong>AI:</strong> whoever asks for help with their words has them read {byAi(data.ai)}. Where the
      owner of a review allows it, its members can have the comments summarised the same way, those of guests
      as well; the review says so. Addresses, links, keys and codes are taken out before, and of comments the
      names of those who write or are mentioned; a name in your own words stays. Pictures and files never go.
      What is written is a proposal: nothing is published or sent by itself. Wingmark keeps the last summary
      for whoever asked, and counts characters; other answers it keeps for two hours at most, to give them
      again where the line broke, and writes none into its log. You can switch AI off in Your Profile.
    </p>
  )
}
