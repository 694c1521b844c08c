/** The pages by name: each a module. A bundle has them in a few files; scripts/bundle.js writes this module anew for it. */

/** Load a page. @param {string} name @returns {Promise<{default: Function}>} */
export const load = (name) => import(`./pages/${name}.js`);
