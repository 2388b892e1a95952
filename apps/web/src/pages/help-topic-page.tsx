import { Link, useParams } from 'react-router'
import { AskOperator } from '#web/features/help/components/ask-operator'
import { TopicText } from '#web/features/help/components/topic-text'
import { topics } from '#web/features/help/topics/all-topics'
import { shortcutList } from '#web/features/room/state/shortcuts'
import { taskShortcuts } from '#web/features/workspaces/task/task-shortcuts'
import { paths } from '#web/lib/paths'
import { NotFoundPage } from '#web/pages/not-found-page'
import { ReadingPage } from '#web/ui/reading-page'
import { ShortcutList } from '#web/ui/shortcut-sheet'

/** One topic of the Help Center, with a link to the next. */
export function HelpTopicPage() {
  const { topic: slug } = useParams()
  const at = topics.findIndex((one) => one.slug === slug)
  const topic = topics[at]
  if (!topic) return <NotFoundPage />
  const next = topics[(at + 1) % topics.length] ?? topic
  return (
    <ReadingPage
      title={topic.title}
      end={
        <>
          <Link to={paths.help}>Help Center</Link>
          <Link to={paths.helpTopic(next.slug)}>Next: {next.title}</Link>
          <AskOperator />
        </>
      }
    >
      <p>{topic.summary}</p>
      <TopicText topic={topic} />
      {slug === 'keys' && <Keys />}
    </ReadingPage>
  )
}

function Keys() {
  return (
    <>
      <h2>On a board</h2>
      <ShortcutList shortcuts={taskShortcuts} />
      <h2>In a review</h2>
      <ShortcutList shortcuts={shortcutList} />
    </>
  )
}
