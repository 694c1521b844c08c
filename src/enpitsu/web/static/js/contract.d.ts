// Types of requests and answers, made from src/enpitsu/web by `python -m enpitsu.web.typescript`.
// In a file: /** @typedef {import("./contract.d.ts").HintAnswer} HintAnswer */

/** A puzzle of a player's own. */
export interface AddPuzzle {
  /** A puzzle as Enpitsu's JSON document. */
  document: Record<string, unknown>;
  collection?: string;
  title?: string | null;
}

/** The worth of an answer. */
export type AnswerFinding = "other" | "part" | "right" | "unknown" | "wrong";

/** The fate of an assumption. */
export type AssumptionStatus = "alive" | "dies" | "unknown";

/** A puzzle to play; `id` and `fingerprint` of a game that was begun without the server. */
export interface BeginGame {
  puzzle: number;
  id?: string | null;
  fingerprint?: string | null;
}

/** A game that can be taken up. */
export interface BegunGame {
  id: string;
  puzzle: PuzzleRowAnswer;
  elapsed: number;
  events: number;
  updated: string;
}

/** The best result of each kind, size and level. */
export interface BestsAnswer {
  results: ResultAnswer[];
}

/** A puzzle to be printed, and what stands beside it. */
export interface BookRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  rules?: boolean;
  line?: boolean;
  note?: boolean;
  solution?: boolean;
  mm?: number | null;
  paper?: "A4" | "Letter";
  language?: "en" | "ja";
}

/** The answer whether a fact can be, and if not, why. */
export interface CanBeAnswer {
  /** possible: `solution` has it, and every solution if `is_forced`. impossible: the puzzle has solutions, but none with it, and the steps show why if that can be told. none: the puzzle has no solution at all; the clues at `conflict` contradict each other. unknown: the limit `reached` came first. `text` is all that is to be said. */
  finding: Possibility;
  reached: string | null;
  is_forced: boolean;
  solution: string[] | null;
  /** What is said before the steps; all if there are none. */
  opening: TextRunAnswer[];
  steps: StepAnswer[];
  /** What is said after the steps. */
  close: TextRunAnswer[];
  text: string;
  marks?: MarksAnswer;
  conflict: string[];
}

/** A fact that an author asks about; without one, if there is any solution. */
export interface CanBeRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  fact?: string | null;
  language?: "en" | "ja";
}

/** The verdict of the rules on a board. */
export interface CheckAnswer {
  revision: number;
  solved: boolean;
  violations: ViolationAnswer[];
  /** What a whole board would break first; null if it is solved. */
  unsolved: ViolationAnswer | null;
  /** full: it looks finished, as nothing can be added that would not break a rule at once. open: something begun has to go on. unclear: only the number of marks of the solution tells. */
  fullness: "full" | "open" | "unclear";
  marks: MarksAnswer;
  clues: Record<string, "done" | "matched" | "open" | "wrong"> | null;
}

/** A board to be checked. */
export interface CheckRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  revision?: number;
  language?: "en" | "ja";
}

/** Puzzles that are compared with each other. */
export interface ClassAnswer {
  kind: string;
  rows: number;
  cols: number;
  level: string;
}

/** Puzzles that are compared with each other; without a level, those that tell none. */
export interface ClassQuery {
  kind: string;
  rows: number;
  cols: number;
  level?: string;
}

/** The sorts of puzzles that have a ranking. */
export interface ClassesAnswer {
  classes: ClassAnswer[];
}

export interface CollectionBookJob {
  do: "collection-book";
  puzzles: Record<string, unknown>[];
  title?: string;
  subtitle?: string;
  author?: string;
  language?: "en" | "ja";
  paper?: "A4" | "Letter";
  per_page?: 1 | 2 | 4 | 6;
  solutions?: "explained" | "none" | "plain";
  sort?: "given" | "length" | "level";
  cover?: boolean;
  rules?: boolean;
  links?: boolean;
  /** The PDF file, instead of pictures of pages. */
  file?: boolean;
}

/** A remark for the author of a test. */
export interface Comment {
  text: string;
}

/** A remark of a test solver. */
export interface CommentAnswer {
  text: string;
  written: string;
}

/** A result, and what of its points counts, by its place. */
export interface CountedResult {
  result: ResultAnswer;
  counts: number;
}

/** The course of a kind, and how far the player is. */
export interface CourseAnswer {
  kind: string;
  name: string;
  /** Lessons that come back today. */
  due: number;
  levels: CourseLevelAnswer[];
}

/** The lessons of a level, and the puzzle at its end. */
export interface CourseLevelAnswer {
  level: string;
  lessons: LessonAnswer[];
  puzzle: PuzzleRowAnswer | null;
  /** Whether the player has solved the puzzle. */
  is_passed: boolean;
}

/** The language of a course, and the colours of its pictures. */
export interface CourseQuery {
  language?: "en" | "ja";
  theme?: "dark" | "light";
}

/** A new draft, and what the page found out about it; "" if nothing, null if not yet. */
export interface CreateDraft {
  content: DraftBody;
  status?: "" | "broken" | "multiple" | "none" | "unfinished" | "unique" | "unknown" | null;
  level?: "" | "easy" | "expert" | "extreme" | "gentle" | "hard" | "medium" | null;
  length?: number | null;
}

/** The part of a picture to take. */
export interface Crop {
  top: number;
  left: number;
  height: number;
  width: number;
}

/** The puzzle of a day. */
export interface DailyAnswer {
  date: string;
  puzzle: PuzzleRowAnswer;
}

/** A day, by default today. */
export interface DailyQuery {
  date?: string | null;
}

/** The data of the puzzle of a day, and the puzzle itself if somebody asked for it. */
export interface DayAnswer {
  date: string;
  kind: string;
  rows: number;
  cols: number;
  level: string;
  puzzle: PuzzleRowAnswer | null;
}

/** The last days, the latest first. */
export interface DaysAnswer {
  days: DayAnswer[];
}

/** A picture file. */
export interface DecodeRequest {
  picture: string;
}

/** A draft, how its author solved it and what they published of it. */
export interface DraftAnswer {
  id: string;
  kind: string;
  rows: number;
  cols: number;
  title: string;
  author: string;
  revision: number;
  updated: string;
  status: SheetStatus | null;
  level: Level | null;
  /** The steps that it takes; 0 if nobody counted them. */
  length: number;
  length_word: Length | null;
  content: Record<string, unknown>;
  tests: DraftTest[];
  published: PuzzleRowAnswer | null;
}

/** A sheet, the puzzle that it is if it is one, and what belongs to them. */
export interface DraftBody {
  sheet: DraftSheet;
  document?: Record<string, unknown> | null;
  meta?: DraftMeta;
  past?: unknown;
}

/** The author's data about a draft. */
export interface DraftMeta {
  title?: string;
  author?: string;
  note?: string;
}

/** A draft in a list. */
export interface DraftRowAnswer {
  id: string;
  kind: string;
  rows: number;
  cols: number;
  title: string;
  author: string;
  revision: number;
  updated: string;
  status: SheetStatus | null;
  level: Level | null;
  /** The steps that it takes; 0 if nobody counted them. */
  length: number;
  length_word: Length | null;
}

/** The sheet that an author edits, which may be no puzzle yet. */
export interface DraftSheet {
  kind: string;
  rows: number;
  cols: number;
  facts: string[];
  more?: Record<string, unknown>;
}

/** A test solver's game. */
export interface DraftSolverAnswer {
  name: string;
  state: "begun" | "given-up" | "solved";
  seconds: number;
  /** Of a game that has a result; else 0. */
  hints: number;
  updated: string;
  /** Whether the draft is still the puzzle played. */
  is_same: boolean;
  comments: CommentAnswer[];
}

/** A test solve of a draft by its author. */
export interface DraftTest {
  seconds: number;
  /** The seconds of play, and those for help. */
  total: number;
  hints: number;
  is_clean: boolean;
  solved: string;
  /** Whether the draft is still the puzzle of then. */
  is_same: boolean;
}

/** The drafts of the player, the latest first. */
export interface DraftsAnswer {
  drafts: DraftRowAnswer[];
}

/** A puzzle written in a format. */
export interface DumpAnswer {
  text: string;
  format: string;
  suffix: string;
  /** Marks that the format cannot carry. */
  left_out: string[];
}

/** A puzzle to be written. */
export interface DumpRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  format: string;
}

/** The reason why filling in stopped. */
export type Ending = "impossible" | "limit" | "mistake" | "no-more" | "solved";

/** An exercise: a position at which the technique gives the next step. */
export interface ExerciseAnswer {
  technique: string;
  /** The same seed gives the same exercise. */
  seed: number;
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position: string[];
}

/** What was written in an exercise beyond its position, in order. */
export interface ExerciseBoard {
  /** The same seed gives the same exercise. */
  seed: number;
  facts: string[];
  language?: "en" | "ja";
}

/** What was written in an exercise, to be judged. */
export interface ExerciseDone {
  /** The same seed gives the same exercise. */
  seed: number;
  facts: string[];
  language?: "en" | "ja";
  /** Whether a hint was taken, or something was refuted before. */
  is_helped?: boolean;
}

/** The hint for an exercise, in stages. */
export interface ExerciseHintAnswer {
  stages: HintStage[];
  steps: StepAnswer[];
}

export interface ExplainJob {
  do: "explain";
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  language?: "en" | "ja";
}

/** All that is kept for the player. */
export interface ExportAnswer {
  player: Record<string, unknown>;
  drafts: Record<string, unknown>[];
  puzzles: Record<string, unknown>[];
  games: Record<string, unknown>[];
  results: Record<string, unknown>[];
  told: Record<string, unknown>[];
  lessons: Record<string, unknown>[];
  comments: Record<string, unknown>[];
}

/** The standing of a fact on a board. */
export type FactStatus = "impossible" | "later" | "open" | "step" | "unknown" | "wrong";

/** The place where something cannot be read. */
export interface FailedPlace {
  line?: number;
  column?: number;
  cell?: string;
}

/** A puzzle that cannot be read. */
export interface FailedPuzzle {
  where: FailedPlace;
  message: string;
}

/** Everything that follows by techniques up to a level; a mistake is told instead. */
export interface FillInAnswer {
  ending: Ending;
  up_to: Level;
  unique: boolean;
  reached: string | null;
  facts: string[];
  /** Marks that the facts are on the board. */
  marks: number;
  techniques: TechniqueCount[];
  hint: HintAnswer | null;
}

/** A board on which easy things are to be filled in. */
export interface FillInRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  history?: string[];
  language?: "en" | "ja";
  up_to?: Level;
  /** Keep the facts back if they solve the puzzle. */
  holds_end?: boolean;
}

/** A page of puzzles. */
export interface FindPuzzlesAnswer {
  puzzles: PuzzleRowAnswer[];
  page: number;
  pages: number;
  total: number;
  counts: PuzzleCounts;
}

/** Puzzles that are looked for. */
export interface FindPuzzlesQuery {
  text?: string | null;
  kind?: string | null;
  level?: string | null;
  length?: "" | "long" | "mid-length" | "short" | "very-long" | "very-short" | null;
  least?: number | null;
  most?: number | null;
  collection?: string | null;
  state?: "begun" | "given-up" | "new" | "solved" | null;
  sort?: "-added" | "-length" | "-level" | "-number" | "-size" | "-title" | "added" | "length" | "level" | "number" | "size" | "title";
  page?: number;
  size?: number;
}

/** The sort of a hint. */
export type Finding = "impossible" | "mistake" | "open" | "solved" | "step" | "unknown";

/** The verdict on a game, and its score. */
export interface FinishAnswer {
  solved: boolean;
  reason: string;
  result: ResultAnswer | null;
  /** Among all who solved this puzzle; null if it stands in no ranking. */
  place: number | null;
  /** How many have solved this puzzle, with this one. */
  players: number | null;
  is_best: boolean;
}

/** Changes that would give a puzzle one solution, or help most on the way there. */
export interface FixAnswer {
  texts: string[];
  effect: string;
  cost: number;
  status: Status;
  /** Cells that are not the same in all solutions after it. */
  open: number | null;
  places: string[];
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  solution: string[];
}

/** Facts of every solution. */
export interface ForcedAnswer {
  status: Status;
  reached: string | null;
  facts: string[];
}

/** A format of a kind. */
export interface FormatAnswer {
  name: string;
  title: string;
  suffixes: string[];
  carries_position: boolean;
}

/** The bytes that are free again. */
export interface FreedAnswer {
  freed: number;
}

/** A game with all that is needed to go on with it. */
export interface GameAnswer {
  id: string;
  puzzle: PuzzleRowAnswer;
  /** A puzzle as Enpitsu's JSON document. */
  document: Record<string, unknown>;
  /** The player's draft that this game tests. */
  draft: string | null;
  /** Whether an author has asked the player to test their draft. */
  is_asked: boolean;
  revision: number;
  state: "begun" | "given-up" | "solved";
  is_first: boolean;
  /** Milliseconds of play. */
  elapsed: number;
  ui: Record<string, unknown>;
  log: Record<string, unknown>[];
}

/** The games that can be taken up, the latest first. */
export interface GamesAnswer {
  games: BegunGame[];
}

export interface GenerateJob {
  do: "generate";
  kind: string;
  rows: number;
  cols?: number | null;
  level?: Level | null;
  seed?: number;
  method?: string | null;
  options?: Record<string, unknown>;
  language?: "en" | "ja";
}

/** The grade of a puzzle. */
export interface GradeAnswer {
  level: Level | null;
  hardest: number;
  score: number;
  /** The steps that it takes. */
  length: number;
  length_word: Length | null;
  /** From 1 to 9, fitted to levels that were published with such puzzles. */
  difficulty: number | null;
  techniques: TechniqueCount[];
  status: Status;
  reached: string | null;
  /** A level that it has at least, if a limit came first. */
  least: Level | null;
  hardest_step: HardestStep | null;
}

export interface GradeJob {
  do: "grade";
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  seconds?: number | null;
  language?: "en" | "ja";
}

/** A puzzle to grade. */
export interface GradeRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  seconds?: number | null;
  language?: "en" | "ja";
}

/** The hardest step, as far as it is shown. */
export interface HardestStep {
  technique: string;
  code: string;
  name: string;
  level: number;
  at: string;
  facts: string[];
  text: string;
  marks: MarksAnswer;
  /** What is known before it. */
  before: string[];
}

/** The earliest mistake, or else the easiest next step. */
export interface HintAnswer {
  finding: Finding;
  unique: boolean | null;
  reached: string | null;
  stages: HintStage[];
  steps: StepAnswer[];
  mistakes: string[];
  undo: number | null;
}

/** A board from which a player wants to go on. */
export interface HintRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  history?: string[];
  language?: "en" | "ja";
}

/** One stage of a hint: each tells more than the one before. */
export interface HintStage {
  name: string;
  text: string;
  runs: TextRunAnswer[];
  marks: MarksAnswer;
}

export interface ImproveJob {
  do: "improve";
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  solution?: string[] | null;
  undecided?: string[] | null;
  /** Places at which nothing changes and nothing comes. */
  locked?: string[];
  language?: "en" | "ja";
  goal: "fill" | "level" | "prune" | "unique";
  level?: Level | null;
  /** Of needless clues only those go without which the level stays. */
  keep_level?: boolean;
  /** With `fill`: painted cells may be painted otherwise, and circles left bare get numbers. */
  overwrite?: boolean;
  seed?: number;
}

/** The progress of a job. */
export interface JobAnswer {
  id: string;
  do: "collection-book" | "explain" | "generate" | "grade" | "improve" | "picture" | "solve" | "suggest";
  state: JobState;
  progress: Record<string, unknown>;
  seconds: number;
  /** How many come before it, while it waits. */
  place?: number;
  error?: Problem;
  /** What is known of the solutions, before they are told. */
  status?: string;
  /** How many marks the only solution has. */
  marks?: number;
  /** What the task of this name answers. */
  result?: Record<string, unknown>;
}

/** The states of a job. */
export type JobState = "cancelled" | "done" | "failed" | "running" | "waiting";

/** The proof of a fact from the rest of a board, or what refutes it. */
export interface JustifyAnswer {
  /** step: this step proves it from the board. later: not proved yet, the steps lead to it. wrong: it does not hold; the steps end in a contradiction with it, or prove its opposite. open: it holds only in some solutions; at a place, nothing follows there in one step. impossible: the puzzle has no solution. unknown: the limit `reached` came first. */
  finding: FactStatus;
  reached: string | null;
  fact: string | null;
  steps: StepAnswer[];
}

/** A fact that is to be proved, or a place where something may follow. */
export interface JustifyRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  fact?: string | null;
  /** Instead of a fact: a cell or edges that are empty. */
  slots?: string[];
  language?: "en" | "ja";
}

/** The key of the player. */
export interface KeyAnswer {
  key: string;
}

/** A kind of puzzle. */
export interface KindAnswer {
  id: string;
  name: string;
  native_name: string;
  how_to_play: string[];
  variants: VariantAnswer[];
  rulesets: string[];
  levels: Level[];
  makers: MakerAnswer[];
  formats: FormatAnswer[];
  pictures: PicturesAnswer | null;
  has_clue_states: boolean;
}

/** Every kind of puzzle. */
export interface KindsAnswer {
  kinds: KindAnswer[];
}

/** The language of an answer; a part of the address says the rest. */
export interface LanguageQuery {
  language?: "en" | "ja";
}

/** The length of a puzzle in words. */
export type Length = "long" | "mid-length" | "short" | "very-long" | "very-short";

/** A technique as a course tells it, and how far the player is with it. */
export interface LessonAnswer {
  state: LessonState;
  /** Exercises in a row without help. */
  right: number;
  /** How often help was needed. */
  needed_help: number;
  /** The day on which it comes back; null if nothing was done. */
  due: string | null;
  technique: string;
  code: string;
  name: string;
  level: Level;
  /** The difficulty of one use. */
  weight: number;
  sentence: string;
  /** False for what is drawn without a word, and never a step. */
  has_exercises: boolean;
  /** An SVG picture; empty if there is none. */
  before: string;
  after: string;
}

/** One use of a technique. */
export interface LessonExample {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position: string[];
  step: StepAnswer;
}

/** A lesson by itself, with the ones beside it. */
export interface LessonPageAnswer {
  lesson: LessonAnswer;
  example: LessonExample | null;
  /** The lesson before it that has exercises. */
  previous: string | null;
  next: string | null;
}

/** How far the player is with a lesson. */
export interface LessonProgressAnswer {
  state: LessonState;
  /** Exercises in a row without help. */
  right: number;
  /** How often help was needed. */
  needed_help: number;
  /** The day on which it comes back; null if nothing was done. */
  due: string | null;
}

/** How far a player is with a lesson. */
export type LessonState = "begun" | "due" | "known" | "new";

/** The difficulty of a puzzle, the easiest first. */
export type Level = "easy" | "expert" | "extreme" | "gentle" | "hard" | "medium";

/** The link by which test solvers come to a draft. */
export interface LinkAnswer {
  token: string;
}

/** The check of a sheet: solutions, what is forced, what is wrong. */
export interface LiveCheckAnswer {
  status: SheetStatus;
  reached: string | null;
  message: string;
  places: string[];
  solutions: string[][];
  facts: string[];
  open: string[];
  is_complete: boolean;
  mismatch: string | null;
}

/** A sheet after a stroke of its author. */
export interface LiveCheckRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  /** How long the client waits for whatever is known until then. */
  seconds?: number;
  known?: string[][];
  language?: "en" | "ja";
}

/** A way of making puzzles. */
export interface MakerAnswer {
  name: string;
  title: string;
  options: MakerOption[];
}

/** Something that a way of making puzzles may be told. */
export interface MakerOption {
  name: string;
  words: string;
  form: string;
  default: unknown;
  least: number | null;
  most: number | null;
  choices: string[];
}

/** Places to point at. */
export interface MarksAnswer {
  errors: string[];
  hints: string[];
  because: string[];
}

/** Places to point at in a drawing. */
export interface MarksRequest {
  errors?: string[];
  hints?: string[];
  because?: string[];
}

/** The player. */
export interface MeAnswer {
  /** null while nothing is kept of the player. */
  id: number | null;
  name: string;
}

/** Everything on a board that the only solution denies. */
export interface MistakesAnswer {
  reached: string | null;
  mistakes: string[];
}

/** A slice of the clues that are needless. */
export interface NeedlessAnswer {
  status: Status;
  reached: string | null;
  clues: NeedlessClue[];
  /** Pass it as `after` to go on; null when all were looked at. */
  next: number | null;
}

/** A clue without which a puzzle still has one solution. */
export interface NeedlessClue {
  places: string[];
  text: string;
  effect: string;
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  solution: string[];
}

/** A puzzle whose needless clues are looked for. */
export interface NeedlessRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  /** How long the client waits for whatever is known until then. */
  seconds?: number;
  after?: number;
  /** Places at which nothing changes and nothing comes. */
  locked?: string[];
  language?: "en" | "ja";
}

/** A wish for an exercise; without a seed a new one. */
export interface NewExercise {
  seed?: number | null;
  language?: "en" | "ja";
}

/** An answer that says no more than that it is done. */
export interface Nothing {
}

/** A description as OpenAPI has them. */
export interface OpenApiAnswer {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, unknown>;
  components: Record<string, unknown>;
}

/** The ways in which making a puzzle may end. */
export type Outcome = "failed" | "made" | "nearest" | "unknown";

/** A pack of starter puzzles, in short. */
export interface PackAnswer {
  kind: string;
  /** Another one if anything in it is another. */
  version: string;
  puzzles: number;
}

/** A colour of a picture in cells. */
export interface PaintAnswer {
  value: string;
  words: string;
  rgb: string;
  sign: string;
}

/** A puzzle whose solution shows a picture; if it is none yet, the best attempt. */
export interface PictureAnswer {
  status: Outcome;
  reached: string | null;
  failure: string;
  document: Record<string, unknown> | null;
  attempt: Record<string, unknown> | null;
  solution: string[];
  before: string[];
  changed: string[];
  needed: number | null;
  remarks: string[];
}

export interface PictureJob {
  do: "picture";
  kind: string;
  picture: string;
  rows?: number | null;
  cols?: number | null;
  size?: number | null;
  crop?: Crop | null;
  fit?: "auto" | "crop" | "pad" | "stretch" | null;
  colours?: number | null;
  threshold?: number | null;
  invert?: boolean;
  paper?: string | null;
  dither?: boolean;
  cells?: TouchedCell[];
  language?: "en" | "ja";
  solvable?: string | null;
  /** A part of the whole: "80%", "0.8", or a number such as 0.8 or 1.0; a bare whole number is refused. */
  changes?: unknown;
  seed?: number | null;
}

/** A picture of a puzzle. */
export interface PictureQuery {
  theme?: "dark" | "light";
  v?: string | null;
}

/** A picture that a puzzle is to show. */
export interface PictureRequest {
  kind: string;
  picture: string;
  rows?: number | null;
  cols?: number | null;
  size?: number | null;
  crop?: Crop | null;
  fit?: "auto" | "crop" | "pad" | "stretch" | null;
  colours?: number | null;
  threshold?: number | null;
  invert?: boolean;
  paper?: string | null;
  dither?: boolean;
  cells?: TouchedCell[];
  language?: "en" | "ja";
  solvable?: string | null;
  /** A part of the whole: "80%", "0.8", or a number such as 0.8 or 1.0; a bare whole number is refused. */
  changes?: unknown;
  seed?: number | null;
}

/** The ways in which puzzles are made from pictures. */
export interface PicturesAnswer {
  most_colours: number;
  solvable: SolvableAnswer[];
}

/** Pictures of several puzzles. */
export interface PicturesQuery {
  theme?: "dark" | "light";
  /** Their numbers, with dots between them. */
  puzzles: string;
  solved?: "yes" | null;
  v?: string | null;
}

/** A page of the ranking. */
export interface PlayersAnswer {
  players: StandingAnswer[];
  page: number;
  pages: number;
  total: number;
  /** Where the player who asks stands. */
  me: StandingAnswer | null;
  /** The page with the player who asks. */
  my_page: number | null;
}

/** A page of the ranking. */
export interface PlayersQuery {
  /** A kind; all kinds together without it. */
  kind?: string;
  page?: number;
  size?: number;
}

/** The results that bring the most points, the best first. */
export interface PointsAnswer {
  results: CountedResult[];
}

/** The kind whose points are asked for. */
export interface PointsQuery {
  /** A kind; all kinds together without it. */
  kind?: string;
}

/** A request about a puzzle and a position of it, by default the one that it carries. */
export interface PositionRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
}

/** The possible answers. */
export type Possibility = "impossible" | "none" | "possible" | "unknown";

/** A picture as cells. */
export interface PreviewAnswer {
  rows: number;
  cols: number;
  facts: string[];
  palette: PaintAnswer[];
  threshold: number | null;
  crop: Crop;
  remarks: string[];
}

/** A picture, and what decides how it looks in cells. */
export interface PreviewRequest {
  kind: string;
  picture: string;
  rows?: number | null;
  cols?: number | null;
  size?: number | null;
  crop?: Crop | null;
  fit?: "auto" | "crop" | "pad" | "stretch" | null;
  colours?: number | null;
  threshold?: number | null;
  invert?: boolean;
  paper?: string | null;
  dither?: boolean;
  cells?: TouchedCell[];
  language?: "en" | "ja";
}

/** The seconds that each stage of a hint and each check costs. */
export interface PricesAnswer {
  prices: Record<string, number>;
}

/** The error of a request in a plain sentence. */
export interface Problem {
  code: string;
  message: string;
  where?: Record<string, unknown>;
}

/** The answer to a request that is refused. */
export interface ProblemAnswer {
  error: Problem;
}

/** First attempts, the oldest first. */
export interface ProgressAnswer {
  points: ProgressPoint[];
}

/** A first attempt, and the best one until then. */
export interface ProgressPoint {
  solved: string;
  seconds: number;
  total: number;
  is_clean: boolean;
  best: number;
}

/** A puzzle that is to be published. */
export interface PublishDraft {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  title?: string | null;
  author?: string | null;
  note?: string | null;
}

/** A puzzle of the library, without its answer. */
export interface PuzzleAnswer {
  id: number;
  collection: string;
  number: number;
  kind: string;
  rows: number;
  cols: number;
  level: string;
  /** The steps that it takes; 0 if nobody counted them. */
  length: number;
  length_word: Length | null;
  title: string;
  author: string;
  added: string;
  state: "begun" | "given-up" | "new" | "solved";
  game: string | null;
  /** Whether this player added it, and may remove it. */
  is_mine: boolean;
  /** Whether all players see it. */
  is_shared: boolean;
  /** The variants of its kind that it is, by name. */
  variants: string[];
  /** `v` for the address of its picture, which browsers then keep for good. */
  picture: string | null;
  /** A puzzle as Enpitsu's JSON document. */
  document: Record<string, unknown>;
  /** What its author says about it. */
  note: string;
  /** The author's own time, if they have tested what they published. */
  author_seconds: number | null;
}

/** The number of puzzles of each sort, if only that were asked for. */
export interface PuzzleCounts {
  kinds: Record<string, number>;
  levels: Record<string, number>;
  lengths: Record<string, number>;
  collections: Record<string, number>;
  states: Record<string, number>;
}

/** Pictures by the number of the puzzle; those that nobody can have are left out. */
export interface PuzzlePicturesAnswer {
  pictures: Record<string, string>;
}

/** A puzzle in a list. */
export interface PuzzleRowAnswer {
  id: number;
  collection: string;
  number: number;
  kind: string;
  rows: number;
  cols: number;
  level: string;
  /** The steps that it takes; 0 if nobody counted them. */
  length: number;
  length_word: Length | null;
  title: string;
  author: string;
  added: string;
  state: "begun" | "given-up" | "new" | "solved";
  game: string | null;
  /** Whether this player added it, and may remove it. */
  is_mine: boolean;
  /** Whether all players see it. */
  is_shared: boolean;
  /** The variants of its kind that it is, by name. */
  variants: string[];
  /** `v` for the address of its picture, which browsers then keep for good. */
  picture: string | null;
}

/** A place in a ranking. */
export interface RankedResult {
  place: number;
  name: string;
  /** Tells players apart whose names look the same; 0 where nobody else's does. */
  namesake: number;
  result: ResultAnswer;
  is_me: boolean;
}

/** Players by their results, the best first. */
export interface RankingAnswer {
  ranking: RankedResult[];
}

/** The puzzles of a text; of very many only the first. */
export interface ReadAnswer {
  documents: ReadPuzzle[];
  count: number;
  failed: FailedPuzzle[];
  failed_count: number;
}

/** A puzzle that was read. */
export interface ReadPuzzle {
  /** A puzzle as Enpitsu's JSON document. */
  document: Record<string, unknown>;
  kind: string;
  rows: number;
  cols: number;
  format: string;
  warnings: string[];
}

/** A text, a link or a file with puzzles. */
export interface ReadRequest {
  text?: string | null;
  base64?: string | null;
  kind?: string | null;
  format?: string | null;
  language?: "en" | "ja";
}

/** The first fact of a trial that cannot be, and why. */
export interface RefuteAssumptionAnswer {
  /** dies: `fact` cannot be, and the steps show why: either one that supposes it and ends in a contradiction, or those that prove its opposite, closed by the sentence `close`. `text` is all of that. alive: nothing speaks against the trial. unknown: the limit `reached` came first, or the puzzle has no solution. */
  finding: AssumptionStatus;
  reached: string | null;
  fact: string | null;
  steps: StepAnswer[];
  close: TextRunAnswer[];
  text: string;
  is_board_right: boolean;
}

/** The facts that a player tries out. */
export interface RefuteAssumptionRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  facts: string[];
  language?: "en" | "ja";
}

/** The choice whether what is published stays, without the name, or goes. */
export interface RemoveMeQuery {
  published?: "go" | "stay";
}

/** Another name. */
export interface RenameMe {
  name: string;
}

/** A puzzle to be drawn. */
export interface RenderRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  marks?: MarksRequest;
  format?: "pdf" | "png" | "svg" | "text";
  theme?: "auto" | "dark" | "light" | "print" | null;
  cell?: number | null;
  width?: number | null;
  ground?: string | null;
  line_width?: number | null;
  font_weight?: number | null;
}

/** A solve to be watched again. */
export interface ReplayAnswer {
  name: string;
  /** Tells players apart whose names look the same; 0 where nobody else's does. */
  namesake: number;
  result: ResultAnswer;
  /** A puzzle as Enpitsu's JSON document. */
  document: Record<string, unknown>;
  log: Record<string, unknown>[];
}

/** The query for a replay, shown also to a player who has not solved the puzzle if so asked. */
export interface ReplayQuery {
  answer?: "yes" | null;
}

/** A solved puzzle. */
export interface ResultAnswer {
  id: number;
  kind: string;
  rows: number;
  cols: number;
  level: string;
  /** The steps that it takes; 0 if nobody counted them. */
  length: number;
  length_word: Length | null;
  title: string;
  seconds: number;
  penalty: number;
  total: number;
  hints: number;
  checks: number;
  is_clean: boolean;
  is_first: boolean;
  solved: string;
  puzzle: number | null;
  collection: string | null;
  number: number | null;
  /** Its worth in the ranking of players; null if it does not count. */
  points: number | null;
  /** Why it is in no ranking: hands: its strokes are faster than hands. clock: it tells of more time than had passed. answer: the player had asked for the answer. Empty if it is ranked. */
  mark: "" | "answer" | "clock" | "hands" | "offline";
}

/** A page of results, and what all of them come to. */
export interface ResultsAnswer {
  results: ResultAnswer[];
  page: number;
  pages: number;
  total: number;
  clean: number;
  seconds: number;
}

/** A page of results. */
export interface ResultsQuery {
  page?: number;
  size?: number;
}

/** The revision of what was saved. */
export interface RevisionAnswer {
  revision: number;
}

/** The part of a sentence in a contradiction. */
export type Role = "broken" | "concluded" | "follows" | "supposed";

/** A board that keeps the rules, or breaks one. */
export interface RuleExample {
  code: string;
  sentence: string;
  /** A puzzle as Enpitsu's JSON document. */
  document: Record<string, unknown>;
  position: string[];
  is_right: boolean;
  variants: VariantAnswer[];
  violations: ViolationAnswer[];
  marks: MarksAnswer;
}

/** The rules of a kind. */
export interface RulesAnswer {
  kind: string;
  name: string;
  sentences: string[];
  variants: VariantAnswer[];
  examples: RuleExample[];
}

/** A draft as it is now. */
export interface SaveDraft {
  content: DraftBody;
  status?: "" | "broken" | "multiple" | "none" | "unfinished" | "unique" | "unknown" | null;
  level?: "" | "easy" | "expert" | "extreme" | "gentle" | "hard" | "medium" | null;
  length?: number | null;
  revision: number;
}

/** Events that come behind those of a game. */
export interface SaveGame {
  revision: number;
  events: Record<string, unknown>[];
  elapsed: number;
  ui?: Record<string, unknown> | null;
  /** Whether the player's clock stands from now on. */
  rests?: boolean;
  /** Whether the events are older than the game is on the server. */
  offline?: boolean;
}

/** How far the player is with the course of a kind: numbers of lessons that have exercises, and
    of levels. */
export interface SchoolAnswer {
  kind: string;
  lessons: number;
  known: number;
  begun: number;
  due: number;
  levels: number;
  passed: number;
}

/** The courses of all kinds. */
export interface SchoolsAnswer {
  schools: SchoolAnswer[];
}

/** An answer that only its own facts open: `enpitsu.play.sealed_answer` tells how. */
export interface SealedAnswerBody {
  marks: number;
  values: string[];
  seal: string;
  inside: string;
}

/** The pages of a sheet as pictures; the last is the solution, if there is exactly one and it
    was wished for. */
export interface SheetPagesAnswer {
  pages: string[];
  has_solution: boolean;
}

/** The status of an author's sheet. */
export type SheetStatus = "broken" | "multiple" | "none" | "unfinished" | "unique" | "unknown";

/** The query for a job, with its result or without. */
export interface ShowJobQuery {
  result?: "no" | "yes";
}

/** A way in which a puzzle from a picture is to be solvable. */
export interface SolvableAnswer {
  name: string;
  words: string;
}

/** Solutions of a puzzle. */
export interface SolveAnswer {
  status: Status;
  reached: string | null;
  solutions: string[][];
  seconds: number;
}

export interface SolveJob {
  do: "solve";
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  solutions?: number;
}

/** A puzzle to solve. */
export interface SolveRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  solutions?: number;
}

/** A place at which test solvers wrote something wrong, in so many games. */
export interface SolverMistake {
  place: string;
  games: number;
}

/** The places at which test solvers of a draft went wrong, the most frequent first. */
export interface SolverMistakes {
  mistakes: SolverMistake[];
}

/** The test solvers of a draft, the latest first, and the token of its link. */
export interface SolversAnswer {
  token: string | null;
  solvers: DraftSolverAnswer[];
}

/** A player's place in the ranking. */
export interface StandingAnswer {
  place: number;
  name: string;
  /** Tells players apart whose names look the same; 0 where nobody else's does. */
  namesake: number;
  points: number;
  /** Puzzles that count. */
  solved: number;
  /** Those of them that were solved without help. */
  clean: number;
  is_me: boolean;
}

/** The packs, and what the player has done with their puzzles. */
export interface StarterAnswer {
  packs: PackAnswer[];
  /** The states of those that are not new, by number. */
  states: Record<string, string>;
}

/** The starter puzzles of a kind; those with several solutions are left out. */
export interface StarterPackAnswer {
  kind: string;
  version: string;
  puzzles: StarterPuzzle[];
}

/** A puzzle with all that it takes to play it and to know when it is solved. */
export interface StarterPuzzle {
  row: PuzzleRowAnswer;
  /** A puzzle as Enpitsu's JSON document. */
  document: Record<string, unknown>;
  /** Also the salt of the seal. */
  fingerprint: string;
  answer: SealedAnswerBody;
}

/** The number of solutions, as far as it is known. */
export type Status = "multiple" | "none" | "unique" | "unknown";

/** One step of an explanation. */
export interface StepAnswer {
  technique: string;
  code: string;
  name: string;
  level: number;
  at: string;
  facts: string[];
  notes: string[];
  also: string[];
  because: string[];
  text: string;
  /** `text` as runs of each sentence. */
  sentences: TextRunAnswer[][];
  marks: MarksAnswer;
  is_minimal: boolean;
  /** The number of `sub_steps` in words; empty if there are none. */
  length: string;
  /** The sentences of a contradiction one by one; empty for other steps. */
  sub_steps: SubStepAnswer[];
  /** Whether the technique can be practised. */
  has_lesson: boolean;
}

/** The bytes that are kept for the player. */
export interface StorageAnswer {
  /** Bytes that are kept for the player. */
  used: number;
  /** Bytes that are kept at most. */
  room: number;
  /** Bytes of moves of finished games, which go first when room is needed. */
  moves: number;
  drafts: StoredPart;
  puzzles: StoredPart;
  games: StoredPart;
  results: StoredPart;
  largest: StoredItem[];
}

/** Something large that is kept. */
export interface StoredItem {
  what: "draft" | "game" | "puzzle";
  id: string;
  kind: string;
  title: string;
  bytes: number;
}

/** The bytes that are kept of one sort. */
export interface StoredPart {
  count: number;
  bytes: number;
}

/** Days in a row with the puzzle of the day solved on its day, at the first attempt. */
export interface StreakAnswer {
  /** Days until today, or until yesterday. */
  current: number;
  best: number;
  /** Those of the last days, the latest first. */
  days: string[];
}

/** One sentence of a contradiction. */
export interface SubStepAnswer {
  /** supposed: `facts` are supposed, and what was supposed before is so no more. follows: `facts` follow from that. broken: `because` breaks a rule. concluded: `facts` are true, and nothing is supposed any more. */
  role: Role;
  facts: string[];
  because: string[];
  text: string;
  runs: TextRunAnswer[];
  marks: MarksAnswer;
}

/** Suggestions, the best first. */
export interface SuggestAnswer {
  status: Status;
  reached: string | null;
  at_least: number;
  is_fewest: boolean;
  conflict: string[];
  repairs: FixAnswer[];
}

export interface SuggestJob {
  do: "suggest";
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  solution?: string[] | null;
  undecided?: string[] | null;
  /** Places at which nothing changes and nothing comes. */
  locked?: string[];
  language?: "en" | "ja";
  /** Places that were changed last, the last one first: where there is no solution, the culprit is looked for there first. */
  recent?: string[];
}

/** A sheet that is to have one solution. */
export interface SuggestRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  solution?: string[] | null;
  undecided?: string[] | null;
  /** Places at which nothing changes and nothing comes. */
  locked?: string[];
  language?: "en" | "ja";
  /** Places that were changed last, the last one first: where there is no solution, the culprit is looked for there first. */
  recent?: string[];
}

/** Puzzles to play next, of different kinds. */
export interface SuggestionsAnswer {
  puzzles: PuzzleRowAnswer[];
}

/** The number of puzzles that are wanted, and the one that was played before. */
export interface SuggestionsQuery {
  count?: number;
  after?: number | null;
}

/** The number of uses of a technique. */
export interface TechniqueCount {
  technique: string;
  code: string;
  name: string;
  count: number;
}

/** A puzzle that its author wants to play. */
export interface TestDraft {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
}

/** The game in which a draft is tested. */
export interface TestGame {
  game: string;
}

/** A piece of a sentence: words, or the name of a place. */
export interface TextRunAnswer {
  text: string;
  place?: string;
}

/** The colours of a picture. */
export interface ThemeQuery {
  theme?: "dark" | "light";
}

/** A cell that an author has changed by hand, "" being the paper. */
export interface TouchedCell {
  place: string;
  value: string;
}

/** The key of a player. */
export interface UseKey {
  key: string;
}

/** A variant with a rule of its own: a puzzle is one where this field of it is true. */
export interface VariantAnswer {
  id: string;
  name: string;
  rule: string;
}

/** The verdict on an exercise, and how far the player is with the lesson then; null if the
    exercise is not done, or nothing can be kept. */
export interface VerdictAnswer {
  /** right: a step by the technique is complete. part: all of it follows by the technique, but it is not complete. other: it is true, but does not follow by the technique alone. wrong: `refuted` tells what cannot be, and why. unknown: a limit came first. */
  finding: AnswerFinding;
  text: string;
  step: StepAnswer | null;
  /** The facts that the nearest step still lacks. */
  missing: number;
  refuted: RefuteAssumptionAnswer | null;
  reached: string | null;
  /** The same seed gives the same exercise. */
  seed: number;
  is_helped: boolean;
  lesson: LessonProgressAnswer | null;
}

/** The version of a pack. */
export interface VersionQuery {
  v?: string | null;
}

/** A broken rule and where. */
export interface ViolationAnswer {
  code: string;
  message: string;
  places: string[];
}

/** Every text of the page in a language. */
export interface WordsAnswer {
  language: string;
  texts: Record<string, string>;
}

/** The formats of a kind. */
export interface WritableAnswer {
  formats: WritableFormat[];
}

/** A format, and whether it holds a puzzle: alone, and with its position. */
export interface WritableFormat {
  name: string;
  alone: boolean;
  with_position: boolean;
  why?: string;
}

/** A puzzle, and the language in which it is said why formats cannot hold it. */
export interface WritableRequest {
  /** A puzzle as Enpitsu's JSON document. */
  puzzle: Record<string, unknown>;
  position?: string[] | null;
  language?: "en" | "ja";
}

/** What each address asks for and answers. */
export interface Routes {
  "GET /api/v1/kinds": { asks: undefined; answers: KindsAnswer };
  "POST /api/v1/read": { asks: ReadRequest; answers: ReadAnswer };
  "POST /api/v1/dump": { asks: DumpRequest; answers: DumpAnswer };
  "POST /api/v1/writable": { asks: WritableRequest; answers: WritableAnswer };
  "POST /api/v1/render": { asks: RenderRequest; answers: Blob };
  "GET /api/v1/rules/{kind}": { asks: undefined; answers: RulesAnswer };
  "POST /api/v1/check": { asks: CheckRequest; answers: CheckAnswer };
  "POST /api/v1/hint": { asks: HintRequest; answers: HintAnswer };
  "POST /api/v1/fill-in": { asks: FillInRequest; answers: FillInAnswer };
  "POST /api/v1/mistakes": { asks: PositionRequest; answers: MistakesAnswer };
  "POST /api/v1/justify": { asks: JustifyRequest; answers: JustifyAnswer };
  "POST /api/v1/refute-assumption": { asks: RefuteAssumptionRequest; answers: RefuteAssumptionAnswer };
  "POST /api/v1/solve": { asks: SolveRequest; answers: SolveAnswer };
  "POST /api/v1/forced": { asks: PositionRequest; answers: ForcedAnswer };
  "POST /api/v1/grade": { asks: GradeRequest; answers: GradeAnswer };
  "POST /api/v1/picture": { asks: PictureRequest; answers: PictureAnswer };
  "POST /api/v1/preview": { asks: PreviewRequest; answers: PreviewAnswer };
  "POST /api/v1/decode": { asks: DecodeRequest; answers: Blob };
  "POST /api/v1/live-check": { asks: LiveCheckRequest; answers: LiveCheckAnswer };
  "POST /api/v1/can-be": { asks: CanBeRequest; answers: CanBeAnswer };
  "POST /api/v1/needless": { asks: NeedlessRequest; answers: NeedlessAnswer };
  "POST /api/v1/suggest": { asks: SuggestRequest; answers: SuggestAnswer };
  "POST /api/v1/book": { asks: BookRequest; answers: Blob };
  "POST /api/v1/book-pages": { asks: BookRequest; answers: SheetPagesAnswer };
  "POST /api/v1/jobs": { asks: GenerateJob | PictureJob | SolveJob | GradeJob | ExplainJob | SuggestJob | ImproveJob | CollectionBookJob; answers: JobAnswer };
  "GET /api/v1/jobs/{id}": { asks: undefined; answers: JobAnswer };
  "DELETE /api/v1/jobs/{id}": { asks: undefined; answers: JobAnswer };
  "GET /api/v1/jobs/{id}/events": { asks: undefined; answers: Blob };
  "GET /api/v1/me": { asks: undefined; answers: MeAnswer };
  "PATCH /api/v1/me": { asks: RenameMe; answers: MeAnswer };
  "DELETE /api/v1/me": { asks: undefined; answers: Nothing };
  "GET /api/v1/me/key": { asks: undefined; answers: KeyAnswer };
  "PUT /api/v1/me/key": { asks: UseKey; answers: MeAnswer };
  "POST /api/v1/me/key": { asks: undefined; answers: KeyAnswer };
  "DELETE /api/v1/me/key": { asks: undefined; answers: Nothing };
  "GET /api/v1/me/storage": { asks: undefined; answers: StorageAnswer };
  "DELETE /api/v1/me/moves": { asks: undefined; answers: FreedAnswer };
  "GET /api/v1/me/export": { asks: undefined; answers: ExportAnswer };
  "GET /api/v1/puzzles": { asks: undefined; answers: FindPuzzlesAnswer };
  "POST /api/v1/puzzles": { asks: AddPuzzle; answers: PuzzleRowAnswer };
  "GET /api/v1/puzzles/{id}": { asks: undefined; answers: PuzzleAnswer };
  "DELETE /api/v1/puzzles/{id}": { asks: undefined; answers: Nothing };
  "GET /api/v1/suggestions": { asks: undefined; answers: SuggestionsAnswer };
  "GET /api/v1/pictures": { asks: undefined; answers: PuzzlePicturesAnswer };
  "GET /api/v1/puzzles/{id}/picture": { asks: undefined; answers: Blob };
  "GET /api/v1/starter": { asks: undefined; answers: StarterAnswer };
  "GET /api/v1/starter/{kind}": { asks: undefined; answers: StarterPackAnswer };
  "GET /api/v1/daily": { asks: undefined; answers: DailyAnswer };
  "GET /api/v1/daily/list": { asks: undefined; answers: DaysAnswer };
  "GET /api/v1/daily/streak": { asks: undefined; answers: StreakAnswer };
  "GET /api/v1/drafts": { asks: undefined; answers: DraftsAnswer };
  "POST /api/v1/drafts": { asks: CreateDraft; answers: DraftRowAnswer };
  "GET /api/v1/drafts/{id}": { asks: undefined; answers: DraftAnswer };
  "PUT /api/v1/drafts/{id}": { asks: SaveDraft; answers: RevisionAnswer };
  "DELETE /api/v1/drafts/{id}": { asks: undefined; answers: Nothing };
  "GET /api/v1/drafts/{id}/picture": { asks: undefined; answers: Blob };
  "POST /api/v1/drafts/{id}/test": { asks: TestDraft; answers: TestGame };
  "POST /api/v1/drafts/{id}/publish": { asks: PublishDraft; answers: PuzzleRowAnswer };
  "POST /api/v1/drafts/{id}/link": { asks: TestDraft; answers: LinkAnswer };
  "DELETE /api/v1/drafts/{id}/link": { asks: undefined; answers: Nothing };
  "GET /api/v1/drafts/{id}/solvers": { asks: undefined; answers: SolversAnswer };
  "GET /api/v1/drafts/{id}/mistakes": { asks: undefined; answers: SolverMistakes };
  "POST /api/v1/test/{token}": { asks: undefined; answers: TestGame };
  "POST /api/v1/games/{id}/comments": { asks: Comment; answers: Nothing };
  "POST /api/v1/games": { asks: BeginGame; answers: GameAnswer };
  "GET /api/v1/games": { asks: undefined; answers: GamesAnswer };
  "GET /api/v1/games/{id}": { asks: undefined; answers: GameAnswer };
  "PATCH /api/v1/games/{id}": { asks: SaveGame; answers: RevisionAnswer };
  "POST /api/v1/games/{id}/finish": { asks: undefined; answers: FinishAnswer };
  "POST /api/v1/games/{id}/give-up": { asks: undefined; answers: Nothing };
  "GET /api/v1/results": { asks: undefined; answers: ResultsAnswer };
  "GET /api/v1/results/bests": { asks: undefined; answers: BestsAnswer };
  "GET /api/v1/results/progress": { asks: undefined; answers: ProgressAnswer };
  "GET /api/v1/results/table": { asks: undefined; answers: Blob };
  "GET /api/v1/ranking": { asks: undefined; answers: RankingAnswer };
  "GET /api/v1/ranking/classes": { asks: undefined; answers: ClassesAnswer };
  "GET /api/v1/puzzles/{id}/ranking": { asks: undefined; answers: RankingAnswer };
  "GET /api/v1/replays/{result}": { asks: undefined; answers: ReplayAnswer };
  "GET /api/v1/ranking/players": { asks: undefined; answers: PlayersAnswer };
  "GET /api/v1/results/points": { asks: undefined; answers: PointsAnswer };
  "GET /api/v1/school": { asks: undefined; answers: SchoolsAnswer };
  "GET /api/v1/school/{kind}": { asks: undefined; answers: CourseAnswer };
  "GET /api/v1/school/{kind}/{technique}": { asks: undefined; answers: LessonPageAnswer };
  "POST /api/v1/school/{kind}/{technique}/exercise": { asks: NewExercise; answers: ExerciseAnswer };
  "POST /api/v1/school/{kind}/{technique}/hint": { asks: ExerciseBoard; answers: ExerciseHintAnswer };
  "POST /api/v1/school/{kind}/{technique}/answer": { asks: ExerciseDone; answers: VerdictAnswer };
  "GET /api/v1/words/{language}": { asks: undefined; answers: WordsAnswer };
  "GET /api/v1/prices": { asks: undefined; answers: PricesAnswer };
  "GET /api/v1/openapi.json": { asks: undefined; answers: OpenApiAnswer };
}
