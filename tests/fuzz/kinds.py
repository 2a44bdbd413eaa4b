"""The kinds of random models: Promela, timed networks as UPPAAL and as TChecker have them, and timed networks with much of
UPPAAL's language. All are generated from a number, written as text and made smaller in the same way."""
import timed
import timed_model
import timed_wide
import wide
from generate import generate
from shrink import Budget, shrink
from tree import render


class Promela:
    name, ending, comment = "promela", ".pml", "//"

    @staticmethod
    def generate(seed):
        return generate(seed)

    @staticmethod
    def render(model):
        return render(model)

    @staticmethod
    def conditions(model):
        """Conditions on states, to ask about beside errors."""
        return []

    @staticmethod
    def shrink(model, still, tries):
        """The smallest text found for which still(text) is true."""
        return shrink(model, render(model), still, tries)


class Timed:
    def __init__(self, name, ending, generate, render, smaller, conditions, comment="//"):
        self.name, self.ending, self.comment = name, ending, comment
        self.generate, self.render, self.smaller, self.conditions = generate, render, smaller, conditions

    def shrink(self, model, still, tries):
        budget, is_smaller = Budget(tries), True
        while is_smaller:
            is_smaller = False
            for candidate in self.smaller(model):
                if not budget.spend():
                    return self.render(model)
                if still(self.render(candidate)):
                    model, is_smaller = candidate, True
                    break
        return self.render(model)


def texts(model):
    return [timed_model.condition_text(model, tests) for tests in model.conditions]


ALL = [Promela(),
       Timed("uppaal", ".xta", lambda seed: timed_model.generate(seed, "uppaal"), timed_model.render, timed.smaller, texts),
       Timed("tchecker", ".tck", lambda seed: timed_model.generate(seed, "tchecker"), timed_model.render, timed.smaller, texts, "#"),
       Timed("wide", ".xta", timed_wide.generate, timed_wide.render, wide.smaller,
             lambda model: [piece.text for piece in model.conditions])]
BY_NAME = {kind.name: kind for kind in ALL}
