"""What the tests of command lines, lines and streams share: inputs, and checks of a finished run."""

import os
import pathlib
import tempfile
import unittest

from run import PROFILER, environment, run
from terminal import Terminal

PROFILE = os.path.abspath("testdata/mlp/profile_1055")
DAMAGED = os.path.abspath("testdata/bad/profile_truncated")  # exit 1
LOSSY = os.path.abspath("testdata/bad/profile_dangling_input")  # exit 1 only with -strict
SMALL = os.path.abspath("testdata/bad/profile_ok")
MISSING = "/there/is/no/such/profile"
TOP3 = "op -order_by micros -max_depth 2"

OPTIONS_TABLE = """\
-max_depth                  10
-min_bytes                  0
-min_peak_bytes             0
-min_residual_bytes         0
-min_output_bytes           0
-min_micros                 0
-min_accelerator_micros     0
-min_cpu_micros             0
-min_params                 0
-min_float_ops              0
-min_occurrence             0
-step                       -1
-order_by                   name
-account_type_regexes       .*
-start_name_regexes         .*
-trim_name_regexes          
-show_name_regexes          .*
-hide_name_regexes          
-account_displayed_op_only  false
-select                     micros
-output                     stdout:
-source                     .*
-host                       .*
-rank                       .*
-device                     .*
-stat                       mean
-where                      
-top                        
-from                       
-to                         
-step_event                 
-tolerance                  1%
-match                      similar
-around                     
-module                     
-sample_type                
-device_peaks               
-show_idle                  false
-per_call                   false
-by                         
-every                      
-bandwidth                  
-parameters                 0
-metric                     
-below                      
-above                      
-for                        
-format                     text
-compat                     auto
-checkers                   
-threshold                  
-rules_file                 
-fail_on                    
-require                    
-budgets                    
-strict_noise               false
-of                         
-query_file                 
-key                        
-port                       0
-listen                     127.0.0.1
-allow_remote               false
-browser                    false
-merge_steps                false
-no_args                    false
-tables                     false
-options                    false
-timing                     false
-no_pager                   false
-max_memory                 0
-timeout                    0
"""


def plain_terminal(*args):
    """A terminal without line editing, which prompt_test.py tests."""
    return Terminal(PROFILER, *args, env=environment(TERM="dumb"), echo=False)


def rows(text):
    """The rows of every report in `text`."""
    out, inside = [], False
    for line in text.splitlines():
        if line.startswith("node name |"):
            inside = True
        elif not line:
            inside = False
        elif inside:
            out.append(line)
    return out


class CliTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def check(self, done, status, stdout=None, stderr=""):
        """`stderr` is a part of stderr; "" requires that it is empty."""
        self.assertEqual(done.returncode, status, done.stderr)
        if stdout is not None:
            self.assertEqual(done.stdout, stdout)
        if stderr:
            self.assertIn(stderr, done.stderr)
            for line in done.stderr.splitlines():
                self.assertTrue(line.startswith("profiler: "), line)
        else:
            self.assertEqual(done.stderr, "")
        return done.stdout

    def refused(self, *args, stderr, status=2, stdin=""):
        self.check(run(*args, stdin=stdin), status, "", stderr)

    def script(self, text):
        path = self.folder / "queries.tfprof"
        path.write_text(text)
        return str(path)
