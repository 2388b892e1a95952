import { Link } from 'react-router'
import { AskOperator } from '#web/features/help/components/ask-operator'
import { TopicList } from '#web/features/help/components/topic-list'
import { paths } from '#web/lib/paths'
import { ReadingPage } from '#web/ui/reading-page'

export function HelpPage() {
  return (
    <ReadingPage
      title="Help Center"
      end={
        <>
          <AskOperator />
          <Link to={paths.terms}>Terms</Link>
          <Link to={paths.privacy}>Privacy</Link>
        </>
      }
    >
      <TopicList />
    </ReadingPage>
  )
}
