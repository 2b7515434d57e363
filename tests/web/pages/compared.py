"""Tests of the pages of a profile that is compared with a base."""

from served import Pages

# The titles above the columns of a section's table, with their units.
TITLES = """
const table = document.querySelector(arguments[0]);
return [...table.querySelectorAll('thead button')].map((button) => [button.dataset.column,
    button.querySelector('bdi').textContent, button.querySelector('small')?.textContent.trim() ?? '']);
"""


class Compared(Pages):
    profile = "testdata/ci/slower.pt.trace.json.gz"
    base = "testdata/ci/base.pt.trace.json.gz"

    def titles(self, table="table"):
        return self.browser.js(TITLES, table)
