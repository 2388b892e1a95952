import type { Marker, ReactionKind } from '@wingmark/contract/comments'
import type { File } from '@wingmark/contract/files'
import type { Comparing } from '#web/features/room/state/comparing'
import { type ListView, plainListView } from '#web/features/room/state/list-view'
import type { SeenAs } from '#web/features/room/state/seen-as'

export type CommentFilter = 'OPEN' | 'RESOLVED' | 'ALL'

/** A place being commented on that has no comment yet; `finding`: of the current version, which it publishes. */
export type OpenMark = { fileId: string; version?: number; marker: Marker; finding?: string }

/** A version that stays shown when another becomes current; `file` if it was on screen already. */
export type ShownVersion = { number: number; file?: File }

/** Distances and sizes; colours and their contrast. */
export type Measure = 'RULER' | 'COLORS'

export type RoomState = {
  fileId: string | null
  /** From 1. */
  page: number
  /** Null follows the current one. */
  version: ShownVersion | null
  /** A version that arrived while another was on screen. */
  newVersion: number | null
  /** Ids of comments. */
  selected: string | null
  hovered: string | null
  filter: CommentFilter
  list: ListView
  mark: OpenMark | null
  /** The comment whose pin the next tap on the design places on this version. */
  placing: string | null
  /** The comment whose fix is on screen in the queue. */
  checking: string | null
  /** What a drag on the design draws; POINT without a tool. */
  tool: Marker['shape']
  /** The active measuring tool, instead of marking. */
  measure: Measure | null
  /** On phones the comments are a sheet. */
  isSheetOpen: boolean
  isHelpOpen: boolean
  isChangeListOpen: boolean
  /** The panel beside the design. */
  panel: 'COMMENTS' | 'CHECKS'
  /** Two designs side by side have its room, until it is needed. */
  isPanelFolded: boolean
  /** Ids of findings. */
  finding: string | null
  litFinding: string | null
  /** The comments being turned into tasks. */
  making: readonly string[]
  /** Comments selected for a common action; null outside that mode. */
  picked: readonly string[] | null
  /** Shows the design alone; the selected pin stays. */
  arePinsHidden: boolean
  seenAs: SeenAs
  /** The versions shown in place of the design; null: none. */
  comparing: Comparing | null
  /** Others' comments that have just arrived. */
  fresh: readonly string[]
  /** Trashed ones that can be restored. */
  hidden: readonly string[]
  /** A reaction whose author is asked for a name first, and its message. */
  nameless: { id: string; kind: ReactionKind } | null
  /** Increases each time the list or the stage must scroll to the selected comment. */
  reveal: { count: number; where: 'stage' | 'list' | 'both' }
}

export type RoomAction =
  | { do: 'showFile'; fileId: string; page?: number; version?: number | null }
  | { do: 'showPage'; page: number }
  /** Null: the current one. */
  | { do: 'showVersion'; number: number | null }
  /** Another became current: the one on screen stays. */
  | { do: 'holdVersion'; version: ShownVersion; by: number }
  /** Selecting on the design reveals it in the list, and vice versa. */
  | {
      do: 'choose'
      /** With `version`, opens that too. */
      comment: { _id: string; file: string; page: number | null; isResolved: boolean; version?: number }
      from: 'stage' | 'list' | 'link'
    }
  | { do: 'unchoose' }
  | { do: 'hover'; id: string | null }
  | { do: 'filter'; filter: CommentFilter }
  | { do: 'list'; change: Partial<ListView> }
  | { do: 'mark'; mark: OpenMark }
  | { do: 'unmark' }
  | { do: 'place'; id: string | null }
  | { do: 'check'; id: string | null }
  | { do: 'tool'; tool: Marker['shape'] }
  | { do: 'measure'; with: Measure | null }
  | { do: 'fresh'; id: string; isFresh: boolean }
  | { do: 'hide'; id: string; isHidden: boolean }
  | { do: 'askName'; reaction: RoomState['nameless'] }
  | { do: 'sheet'; isOpen: boolean }
  | { do: 'help'; isOpen: boolean }
  | { do: 'panel'; panel: RoomState['panel'] }
  | { do: 'finding'; finding: { _id: string; page: number } | null }
  | { do: 'lightFinding'; id: string | null }
  | { do: 'make'; comments: readonly string[] }
  | { do: 'pick'; comments: readonly string[] | null }
  | { do: 'pickOne'; id: string }
  | { do: 'changes'; isOpen: boolean }
  | { do: 'seeAs'; as: SeenAs }
  | { do: 'compare'; comparing: Comparing | null }
  /** Toggles the pins. */
  | { do: 'pins' }

export function initialRoom(fileId: string | null): RoomState {
  return {
    fileId,
    page: 1,
    version: null,
    newVersion: null,
    selected: null,
    hovered: null,
    filter: 'OPEN',
    list: plainListView,
    mark: null,
    placing: null,
    checking: null,
    tool: 'POINT',
    measure: null,
    isSheetOpen: false,
    isHelpOpen: false,
    isChangeListOpen: false,
    panel: 'COMMENTS',
    isPanelFolded: true,
    finding: null,
    litFinding: null,
    making: [],
    picked: null,
    arePinsHidden: false,
    seenAs: 'ALL',
    comparing: null,
    nameless: null,
    fresh: [],
    hidden: [],
    reveal: { count: 0, where: 'both' },
  }
}

const hiddenBy = (filter: CommentFilter, isResolved: boolean) =>
  (filter === 'OPEN' && isResolved) || (filter === 'RESOLVED' && !isResolved)

function changedList({ list, selected }: RoomState, change: Partial<ListView>): ListView {
  const isSearched = change.search !== undefined && change.search !== list.search
  return { ...list, ...change, ...(isSearched ? { openAtSearch: selected } : {}) }
}

export function roomReducer(state: RoomState, action: RoomAction): RoomState {
  switch (action.do) {
    case 'showFile':
      if (action.fileId === state.fileId) return sameFile(state, action)
      return {
        ...state,
        fileId: action.fileId,
        page: action.page ?? 1,
        version: versionOf(action.version),
        newVersion: null,
        selected: null,
        hovered: null,
        finding: null,
        litFinding: null,
        mark: null,
        placing: null,
        picked: null,
        measure: null,
        comparing: null,
      }
    case 'showPage':
      return action.page === state.page ? state : { ...state, page: action.page, mark: null }
    case 'showVersion':
      return withVersion(state, versionOf(action.number))
    case 'holdVersion':
      return { ...state, version: action.version, newVersion: action.by }
    case 'choose':
      return chosen(state, action)
    case 'unchoose':
      return state.selected ? { ...state, selected: null } : state
    case 'hover':
      return action.id === state.hovered ? state : { ...state, hovered: action.id }
    case 'filter':
      return { ...state, filter: action.filter, selected: null }
    case 'list':
      return { ...state, list: changedList(state, action.change) }
    case 'mark':
      return { ...state, mark: action.mark, placing: null, selected: null, isSheetOpen: false }
    case 'unmark':
      return state.mark ? { ...state, mark: null, tool: 'POINT', isPanelFolded: false } : state
    case 'place':
      return withPlacing(state, action.id)
    case 'check':
      return action.id === state.checking ? state : { ...state, checking: action.id }
    case 'tool':
      return withTool(state, action.tool)
    case 'measure':
      return { ...state, measure: action.with, placing: null, tool: 'POINT', isSheetOpen: false }
    case 'fresh':
      return { ...state, fresh: withOrWithout(state.fresh, action.id, action.isFresh) }
    case 'askName':
      return { ...state, nameless: action.reaction }
    case 'hide':
      return { ...state, hidden: withOrWithout(state.hidden, action.id, action.isHidden) }
    case 'sheet':
      return withSheet(state, action.isOpen)
    case 'seeAs':
      return { ...state, seenAs: action.as }
    case 'compare':
      return {
        ...{ ...state, comparing: action.comparing, placing: null, measure: null, tool: 'POINT' },
        isPanelFolded: state.comparing === null || state.isPanelFolded,
      }
    case 'pins':
      return { ...state, arePinsHidden: !state.arePinsHidden }
    case 'help':
      return { ...state, isHelpOpen: action.isOpen }
    case 'panel':
      return {
        ...{ ...state, panel: action.panel, finding: null, litFinding: null },
        ...{ isSheetOpen: true, isPanelFolded: false },
      }
    case 'finding':
      return withFinding(state, action.finding)
    case 'lightFinding':
      return action.id === state.litFinding ? state : { ...state, litFinding: action.id }
    case 'changes':
      return { ...state, isChangeListOpen: action.isOpen }
    case 'make':
      return { ...state, making: action.comments }
    case 'pick':
      return { ...state, picked: action.comments, selected: null }
    case 'pickOne':
      return {
        ...state,
        picked: withOrWithout(state.picked ?? [], action.id, !state.picked?.includes(action.id)),
      }
  }
}

const versionOf = (number: number | null | undefined): ShownVersion | null => (number ? { number } : null)

/** No tool is needed to place a pin. */
function withTool(state: RoomState, tool: RoomState['tool']): RoomState {
  const placing = tool === 'POINT' ? state.placing : null
  return { ...state, tool, placing, measure: null, isSheetOpen: false }
}

function withPlacing(state: RoomState, placing: string | null): RoomState {
  if (placing === null) return state.placing === null ? state : { ...state, placing: null }
  return { ...state, placing, mark: null, measure: null, tool: 'POINT', isSheetOpen: false, picked: null }
}

/** A mark belongs to its version: its draft waits there. */
function withVersion(state: RoomState, version: ShownVersion | null): RoomState {
  const isSame = version?.number === state.version?.number
  return isSame
    ? state
    : {
        ...{ ...state, version, newVersion: null, comparing: null },
        ...{ mark: null, placing: null, measure: null, finding: null, litFinding: null },
      }
}

function sameFile(
  state: RoomState,
  { page, version }: { page?: number; version?: number | null },
): RoomState {
  const shown = { ...state, page: page ?? state.page }
  return version === undefined ? shown : withVersion(shown, versionOf(version))
}

function withOrWithout(ids: readonly string[], id: string, isIn: boolean): readonly string[] {
  const others = ids.filter((one) => one !== id)
  return isIn ? [...others, id] : others
}

function withFinding(state: RoomState, finding: { _id: string; page: number } | null): RoomState {
  if (!finding) return state.finding ? { ...state, finding: null } : state
  const mark = finding.page === state.page ? state.mark : null
  return { ...state, finding: finding._id, page: finding.page, mark, selected: null }
}

/** An opening sheet covers part of the stage and perhaps the selected pin. */
function withSheet(state: RoomState, isOpen: boolean): RoomState {
  if (isOpen === state.isSheetOpen && !(isOpen && state.isPanelFolded)) return state
  const mustReveal = isOpen && state.selected !== null
  const reveal = mustReveal ? { count: state.reveal.count + 1, where: 'both' as const } : state.reveal
  return { ...state, isSheetOpen: isOpen, isPanelFolded: state.isPanelFolded && !isOpen, reveal }
}

function chosen(state: RoomState, { comment, from }: Extract<RoomAction, { do: 'choose' }>): RoomState {
  return {
    ...state,
    ...versionOfChoice(state, comment),
    fileId: comment.file,
    page: comment.page ?? (comment.file === state.fileId ? state.page : 1),
    selected: comment._id,
    hovered: null,
    mark: null,
    placing: null,
    panel: 'COMMENTS',
    isPanelFolded: false,
    tool: 'POINT',
    measure: null,
    comparing: comment.file === state.fileId ? state.comparing : null,
    isSheetOpen: state.isSheetOpen || from === 'stage',
    filter: hiddenBy(state.filter, comment.isResolved) ? 'ALL' : state.filter,
    reveal: {
      count: state.reveal.count + 1,
      where: from === 'link' ? 'both' : from === 'stage' ? 'list' : 'stage',
    },
  }
}

function versionOfChoice(state: RoomState, { file, version }: { file: string; version?: number }) {
  const isSame = file === state.fileId && (version === undefined || version === state.version?.number)
  return isSame ? {} : { version: versionOf(version), newVersion: null }
}
