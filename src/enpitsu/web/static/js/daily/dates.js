/** Days where the player is, as 2026-01-31. */

const two = (/** @type {number} */ number) => String(number).padStart(2, "0");

/** Today where the player is. */
export const today = () => text(new Date());

/** @param {Date} at */
const text = (at) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** A day at noon: no time zone moves it to another day. @param {string} date */
export const noon = (date) => new Date(`${date}T12:00:00`);

/** True for a day as it is written here. @param {string} text */
export const isDate = (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(noon(text).getTime());

/** The days up to one, that one last. @param {string} date @param {number} count @returns {string[]} */
export const daysUntil = (date, count) =>
  Array.from({ length: count }, (_, at) => {
    const day = noon(date);
    day.setDate(day.getDate() - (count - 1 - at));
    return text(day);
  });
