/**
 * The contract between the board and the kinds, and what several folders speak of.
 *
 * A kind's module for playing is kinds/KIND/web/index.js (default export: a `Kind`), for authors
 * kinds/KIND/web/author.js (an `AuthorKind`). They import only their own files; all else is in the
 * kit and the context that they are given.
 *
 * In a file: /** @import { Context, Kind } from "/static/js/types.d.ts" *\/
 */

import type { Board } from "./board/board.js";
import type { KIT } from "./board/kit.js";
import type { Draft, Position, TaggedFact } from "./board/position.js";
import type { Surface } from "./board/surface.js";
import type { GameAnswer } from "./contract.d.ts";
import type { AUTHOR_KIT } from "./kit/author_kit.js";
import type { PLAY_KIT } from "./kit/play.js";
import type { Begun } from "./offline/begun.js";

export type { Board } from "./board/board.js";
export type { History } from "./board/history.js";
export type { Part, Trial } from "./board/parts.js";
export type { Claim, Draft, Position, Tag, TaggedFact } from "./board/position.js";
export type { Surface } from "./board/surface.js";

/** What belongs to a kind alone (its model, its memory, its puzzles): nobody else may look into it. */
// biome-ignore lint/suspicious/noExplicitAny: a kind's functions name the real type, and no shared code can.
export type Own = any;

// --- places and facts --------------------------------------------------------------------------

/** A cell, counted from 0; texts ("r1c1") count from 1. */
export interface Cell {
  row: number;
  col: number;
}

export interface Size {
  rows: number;
  cols: number;
  /** Marks stand on the sides of cells, those at the frame too. */
  hasSides?: boolean;
}

export type Axis = "row" | "col";
export type Way = "up" | "down" | "left" | "right";

/** A cell "r1c1", an edge or side "r1c1-r1c2" (upper or left cell first) or a line "row1", "col1". */
export type Slot = string;

/** "SLOT VALUE" or "SLOT not VALUE". */
export type FactText = string;

export interface Fact {
  slot: Slot;
  value: string;
  holds: boolean;
}

export type Place = CellPlace | EdgePlace | LinePlace;
/** Two neighbours, and what lies between them. */
export type Ends = { a: Cell; b: Cell };
export type CellPlace = { kind: "cell"; cell: Cell };
export type EdgePlace = { kind: "edge"; a: Cell; b: Cell };
export type LinePlace = { kind: "line"; axis: Axis; at: number };

/** Places that are pointed at. */
export interface Marks {
  errors?: string[];
  hints?: string[];
  because?: string[];
}

/** What Python says about a clue; "" or none: nothing is known. */
export type ClueState = "done" | "matched" | "open" | "wrong" | "";

// --- shapes ------------------------------------------------------------------------------------

/** A point in cells: row, col. */
export type Spot = [row: number, col: number];

/** From below to above; those of "top" and "left" stay in sight when the board is moved. */
export type Layer =
  | "paper"
  | "tints"
  | "glow"
  | "band"
  | "grid"
  | "marks"
  | "cursor"
  | "lines"
  | "pencil"
  | "overlay"
  | "clues"
  | "corners"
  | "frame"
  | "errors"
  | "preview"
  | "picture"
  | "top-paper"
  | "top-glow"
  | "top-band"
  | "top"
  | "left-paper"
  | "left-glow"
  | "left-band"
  | "left"
  | "corner"
  | "choice";

/** What any shape may say of itself. */
export interface ShapeMore {
  layer?: Layer;
  /** The thing (clue) that it belongs to: "r3c4", "row3:2", "r1c1 country". Things get states, marks and hand-greying; one thing lies in one layer. */
  of?: string;
  /** A colour of the puzzle's own instead of the style's. */
  fill?: string;
  stroke?: string;
}

/** Shapes in cell units; `style` is one or several CSS classes. */
export type Shape = RectShape | CircleShape | PathShape | LabelShape;

export interface RectShape extends ShapeMore, Cell {
  type: "rect";
  height: number;
  width: number;
  style: string;
  radius: number;
}

export interface CircleShape extends ShapeMore, Cell {
  type: "circle";
  radius: number;
  style: string;
}

export interface PathShape extends ShapeMore {
  type: "path";
  lines: Spot[][];
  closed?: boolean;
  style: string;
}

export interface LabelShape extends ShapeMore, Cell {
  type: "label";
  text: string;
  size: number;
  style: string;
}

/** What never changes of a board. */
export interface Scene extends Size {
  /** Margins in cells, for clues beside the grid. */
  top?: number;
  left?: number;
  bottom?: number;
  right?: number;
  /** The height of clues in the margins, in cells. */
  digits?: number;
  /** The kind's own style sheet. Every rule names a class that only this kind draws: other boards may stand in the same document. */
  styles?: string;
  shapes: Shape[];
}

/** What kinds build with: slots, shapes and `clickOrDrag`. */
export type Kit = typeof KIT;

// --- strokes -----------------------------------------------------------------------------------

/** Something under the pointer. */
export interface Point extends Cell {
  /** Null outside the grid and over clues that cover it. */
  cell: Cell | null;
  /** The edge within 0.22 of a cell. */
  edge: Slot | null;
  /** The nearest edge. */
  near: Slot | null;
  /** Where in the clues beside the grid it lies. */
  margin: Margin | null;
  alt: boolean;
  ctrl: boolean;
}

/** `at`: the row or column; `row`, `col`: where in the margin as it was drawn (negative), however the board is moved. */
export interface Margin extends Cell {
  axis: Axis;
  at: number;
}

/** One press, from down to up. Paths are interpolated in quarter cells. */
export interface Gesture {
  start(point: Point): void;
  move(point: Point): void;
  end(point: Point): void;
  cancel?(): void;
}

/** What was pressed. */
export interface Press {
  /** The right button, Shift, a long press, or inverted. */
  secondary: boolean;
  isLong: boolean;
  type: "mouse" | "touch" | "pen" | string;
  eraser: boolean;
}

/** An action for each gesture: "click", "drag", "right-click", "right-drag", "long-press". */
export type HandsTable = Record<string, string>;

/** What clicks and drags may do: names of actions, and presets with an action for each gesture. */
export interface Hands {
  clicks: string[];
  drags: string[];
  /** The first holds until the player chooses. */
  presets: Record<string, HandsTable>;
  /** Tools that have actions of their own. */
  fixed: string[];
}

/** A stroke that comes from outside: a hint, a solution. */
export interface Stroke {
  put?: FactText[];
  take?: FactText[];
  by?: string;
}

/** An event of the log: a stroke, or (`note`) something else. */
export interface LogEvent {
  /** Milliseconds of play. */
  t: number;
  put?: FactText[];
  take?: FactText[];
  by?: string;
  /** Free marks that it puts and takes. */
  free?: { put?: string[]; take?: string[] };
  note?: string;
  [more: string]: unknown;
}

/** A trial as it is saved. */
export interface SavedTrial {
  from: number;
  ids: number[];
  at?: number;
}

/** State of a game beside its log. */
export interface SavedUi {
  trials?: SavedTrial[];
  ended?: SavedTrial[];
  closed?: SavedTrial[];
  redo?: number;
  used?: string[];
}

// --- what a kind is given ----------------------------------------------------------------------

/** A text of the catalogue. */
export type Text = (id: string, args?: Record<string, unknown>) => string;

/** What every function of a kind is given. */
export interface Context<Model = Own> {
  board: Board;
  kit: Kit;
  model: Model;
  size: Size;
  position: Position;
  tool: string;
  text: Text;
  /** The cell with the focus. */
  cell: Cell;
  /** The kind's own, lives as long as the board. */
  memory: Record<string, Own>;
  /** Helpers that are on. */
  helpers: Record<string, boolean>;
  /** Show shapes until the stroke ends. */
  preview(shapes: Shape[]): void;
}

/** Where something is written: at once, taken back whole if the stroke is cancelled. */
export interface WriteContext<Model = Own> extends Context<Model> {
  draft: Draft;
}

export interface GestureContext<Model = Own> extends WriteContext<Model>, Press {
  scheme: "two" | "one";
  /** What the player has chosen for this press ("none": nothing); null with tools of `hands.fixed`. */
  actions: { click: string; drag: string } | null;
}

export interface KeyContext<Model = Own> extends WriteContext<Model> {
  moveTo(cell: Cell): void;
}

/** What painting may look at, and nothing else: a picture is made of it again whenever it is asked for. */
export interface Seen<Model = Own>
  extends Readonly<Pick<Context<Model>, "kit" | "model" | "size" | "position" | "memory" | "text">> {
  /** The part of the board that is in sight. */
  readonly view: Surface["view"];
  /** The group of a thing that `draw` has drawn. */
  thing(name: string): SVGElement | undefined;
  /** How many trials deep what is said of a slot was written. */
  levelOf(slot: Slot): number;
}

export interface PaintContext<Model = Own> extends Seen<Model> {
  /** Null if the name is one of the kind's own. */
  readonly place: CellPlace | EdgePlace | null;
}

// --- what a kind has ---------------------------------------------------------------------------

/** A clue beside a row or column, shown large in a bar where it is drawn too small to be read. */
export interface BesideClue {
  text: string;
  /** The thing that it is drawn as. */
  of: string;
  sign?: string;
  fill?: string;
  ink?: string;
}

/** How the button of a tool looks. */
export interface ToolLook {
  /** The colour that it writes. */
  swatch?: string;
  /** The colour of what stands on it. */
  ink?: string;
  sign?: string;
}

/** Shapes for marked places, and the places that they show. */
export interface Pointing {
  shapes: Shape[];
  places: string[];
}

/** A kind's module for boards. */
export interface Kind<Model = Own> {
  id: string;
  /** The first is active at the start. */
  tools: string[] | ((model: Model) => string[]);
  /** Keys by action: "Space", "Ctrl+ArrowUp". Shared actions are in keymap.js; all can be bound anew. */
  keys: Record<string, string[]>;
  /** The model made of the document's "puzzle"; without it, the puzzle itself. */
  read?(puzzle: Own, kit: Kit): Model;
  draw(model: Model, kit: Kit): Scene;
  /** Names that are painted at the start without any fact. */
  names?(model: Model): string[];
  /** The shapes that stand in a slot, or under a name of the kind's own, now. */
  paint(name: string, context: PaintContext<Model>): Shape[] | null | undefined;
  /** All names to paint anew when a slot changes, the slot itself too; asked once per slot and frame. */
  affected?(slot: Slot, kit: Kit, context: Seen<Model>): Iterable<string>;
  /** The stroke that a press begins. */
  gesture(context: GestureContext<Model>): Gesture;
  hands?: Hands;
  /** Do what one of `keys` does at `context.cell`. */
  key(context: KeyContext<Model>, action: string): void;
  /** What a cell holds, for screen readers; "" if empty. */
  label(cell: Cell, context: Context<Model>): string;
  /** A cell gets the focus. */
  chosen?(cell: Cell, context: Context<Model>): void;
  /** More about a cell, read after the label when it gets the focus. */
  describe?(cell: Cell, context: Context<Model>): string;
  /** A stroke in few words, for the banner of a trial; without it the catalogue's `[facts]` tell it. */
  tell?(facts: FactText[], context: Context<Model>): string;
  /** Write consequences of a stroke into `context.draft`: one undo step with it. */
  helpers?: Record<string, (context: WriteContext<Model>, changed: Slot[]) => void>;
  /** Those that a player may turn on; "clues" greys settled clues and needs no function. */
  helperNames?: string[];
  /** Row and column of the pointer and the focus are tinted. */
  crosshair?: boolean;
  /** Asked before the focus moves ("up", "row-end", ...); true if the kind has done it. */
  move?(context: Context<Model> & Pick<KeyContext, "moveTo">, action: string): boolean;
  /** Esc: true if the kind had something open (a circle picked up). */
  leave?(context: Context<Model>): boolean | undefined;
  beside?(axis: Axis, at: number, context: Context<Model>): BesideClue[];
  /** The cells whose `label` tells how a thing stands (`context.board.painter.stateOf(thing)`). */
  told?(thing: string, context: Context<Model>): Cell[];
  /** The slots that hang together with a cell: hold Z and click shows them. */
  group?(cell: Cell, context: Context<Model>): Slot[];
  /** Shapes that point at places, as an arrow along a move; those places have no ring then. */
  point?(marks: Marks, context: Context<Model>): Pointing;
  /** What a board does when it is solved: once, and with `isStill` without motion. */
  finale?(context: Context<Model>, isStill: boolean): void;
  /** False for gestures that there are words for, but this kind has not. */
  hasGesture?(name: string): boolean;
  toolText?(tool: string, model: Model, text: Text): string;
  toolLook?(tool: string, model: Model): ToolLook | null;
}

/** What an author has written: a slot has one value at most. Never changed in place. */
export interface Sheet extends Size {
  kind: string;
  facts: FactText[];
  /** All that belongs to no slot. */
  more: Record<string, Own>;
}

/** What is written on a sheet, of whatever kind. */
export type SheetBody = Omit<Sheet, "kind">;

/** A sheet as kinds give it. */
export type SheetPart = Pick<Sheet, "facts" | "more"> & Partial<Size>;

/** The symmetries of a board: rows and columns are exchanged first, then rows or columns turned round. */
export interface Symmetry {
  isSwapped: boolean;
  flipsRows: boolean;
  flipsCols: boolean;
}

/** One of the symmetries that a sheet has, for kinds that write partners themselves. */
export interface SymmetryMap {
  how: string;
  of(cell: Cell): Cell;
  slot(slot: Slot): Slot;
}

/** A choice for the whole sheet. */
export interface SheetSetting {
  name: string;
  form: "flag" | "choice" | "colours";
  value: Own;
  choices?: string[];
  least?: number;
  most?: number;
}

/** A key on the screen: it does an action or takes a tool. */
export interface PadKey {
  action?: string;
  tool?: string;
  text?: string;
  icon?: string;
  label?: string;
  on?: boolean;
  [more: string]: unknown;
}

/** Something that can be asked about a cell. */
export interface AuthorClaim {
  fact: FactText;
  text: string;
}

/** What authors' modules build with, and every function that is given a board's context has. */
export type AuthorKit = typeof AUTHOR_KIT;

/** What the modules of boards build with. */
export type PlayKit = typeof PLAY_KIT;

export interface AuthorContext<Model = Own> extends Context<Model> {
  kit: AuthorKit;
}

/** A kind's module for authors: the puzzle of its board is the sheet, the position its facts. */
export interface AuthorKind<Model = Own> extends Kind<Model> {
  /** Clues stand at the sides of the frame too. */
  hasSides?: boolean;
  blank(rows: number, cols: number): SheetPart;
  /** The sheet of a document's puzzle. */
  open(puzzle: Own, kit: Kit, more?: { sheet?: Sheet; solution?: FactText[] | null; isFilled?: boolean }): SheetPart;
  /** The sheet of a puzzle with its picture. */
  openSolution?(puzzle: Own, solution: Own, kit: Kit): SheetPart;
  /** The document's puzzle (null: none yet), places not decided, the solution in mind or null. */
  puzzle(sheet: SheetBody, kit: Kit): { puzzle: Own; undecided: Slot[]; solution: FactText[] | null };
  /** A value after a symmetry. */
  turned(value: string, symmetry: Symmetry, slot: Slot): string;
  settings(sheet: Sheet): SheetSetting[];
  /** The sheet with a setting changed; `solution`: a known one or null. */
  set(sheet: Sheet, name: string, value: Own, solution?: FactText[] | null): SheetBody;
  /** Rows of keys on the screen. */
  pad(context: Context<Model>): PadKey[][];
  claims(cell: Cell, context: Context<Model>): AuthorClaim[];
  /** A clue in words. */
  clueText(place: string, context: Context<Model>): string;
  /** Writes the partners itself. */
  symmetric?(context: WriteContext<Model>, changed: Slot[], maps: SymmetryMap[]): void;
  /** The board is built anew when this text changes (margins). */
  shape?(sheet: Sheet): string;
  /** The board was built anew; `memory` of the one before. */
  rebuilt?(context: Context<Model>, memory: Record<string, Own> | undefined): void;
  /** Put right what was written: partners of what the hand has changed. */
  tidy?(context: WriteContext<Model>, changed: Slot[], maps: SymmetryMap[]): void;
  /** The sheet put right after it was turned or has got another size. */
  settled?(sheet: Sheet): Sheet;
  /** A sentence about what is not decided yet, or "". */
  unfinished?(undecided: Slot[], text: Text, made?: { sheet?: Sheet; puzzle?: Own }): string;
  /** False where clues that are not needed are of no interest. */
  needless?(sheet: Sheet): boolean;
  /** The kind's own signs among forced facts, in words, or "". */
  legend?(facts: FactText[], text: Text): string;
  /** True if a value is one of the kind's; facts of other values are left out when a draft is opened. */
  isValue?(slot: Slot, value: string, sheet: Sheet): boolean;
}

// --- kinds that are declared -------------------------------------------------------------------

/** Clues that are given; docs/adding-a-kind.md tells what each word means. */
export interface ClueSort {
  name: string;
  on: "cells" | "areas" | "sides" | "border";
  least?: number;
  most?: number;
  /** Of clues that are words. */
  values?: string[];
  unknown: boolean;
  look: "number" | "small" | "pearl" | "wall";
  /** Nothing is written in cells with such a clue. */
  blocks: boolean;
}

/** Marks that are written. */
export interface MarkSort {
  name: string;
  on: "cells" | "edges" | "sides";
  /** Of marks of which a slot has one of several; "size": as many as the board has rows or columns. */
  values: string[] | "size";
  look: "shade" | "light" | "line" | "number";
  hands: "paint" | "line" | "type";
  denial: "dot" | "cross" | "small";
  /** No two of these marks may touch. */
  apart?: boolean;
}

/** All that a page of Python says of a kind that the browser must know. */
export interface Declaration {
  id: string;
  clues: ClueSort[];
  areas: string | null;
  marks: MarkSort[];
}

// --- what pages give a board -------------------------------------------------------------------

export interface BoardOptions {
  /** A position without a log. */
  facts?: FactText[];
  log?: LogEvent[];
  ui?: SavedUi;
  helpers?: Record<string, boolean>;
  scheme?: "auto" | "two" | "one";
  inverted?: boolean;
  /** An action for each gesture. */
  hands?: HandsTable | null;
  /** Milliseconds. */
  longPress?: number;
  /** Keys bound anew. */
  keys?: Record<string, string[]>;
  text?: Text;
  /** Milliseconds of play. */
  clock?: () => number;
  /** Players may put free marks on it: colours and dots that nobody judges. */
  free?: boolean;
  /** Pixels of a cell when fitted. */
  largest?: number;
  /** Pixels of a cell below which a board opens zoomed in. */
  least?: number;
  locked?: boolean;
  looks?: Looks;
  /** "fit" shows the whole board at first, as locked boards do; "near" (others) its top left corner where cells would be too small. */
  start?: "fit" | "near";
}

export interface Looks {
  colours?: boolean;
  numbers?: boolean;
  guides?: boolean;
  lineWidth?: number | null;
}

// --- games -------------------------------------------------------------------------------------

/** A puzzle as Enpitsu's JSON document. */
export interface PuzzleDocument {
  puzzle: Own;
  meta?: Record<string, Own>;
  [more: string]: unknown;
}

/** What the page keeps with a game beside its log. */
export interface GameUi extends SavedUi {
  /** Short names of what was paid for. */
  paid?: string[];
  zoom?: { scale: number; row: number; col: number };
}

/** A game as the server has it, or as a lost tab left it: `sent` events the server has. */
export interface Game extends Omit<GameAnswer, "document" | "ui" | "log"> {
  document: PuzzleDocument;
  ui: GameUi;
  log: LogEvent[];
  sent?: number;
  /** Of a game that was begun without the server, and is not there yet. */
  begun?: Begun;
}

/** What a lost tab left behind of a game. */
export interface KeptGame {
  /** How many events the server had. */
  base: number;
  /** Those after them. */
  events: LogEvent[];
  ui?: GameUi;
  elapsed?: number;
  /** How many events the server has by now. */
  sent?: number;
  isSolved?: boolean;
}

/** Seconds that each sort of help costs. */
export type Prices = Record<string, number>;

/** The changes of a draft. */
export interface Diff {
  put: TaggedFact[];
  take: TaggedFact[];
}
