/** What the server writes before the service worker (sw.js). */

/** The name of the release. */
declare const RELEASE: string;
/** All addresses of its files. */
declare const FILES: string[];
/** The page itself in each language. */
declare const PAGES: Record<string, string>;
